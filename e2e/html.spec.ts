/** Valid HTML of all pages, with unique titles and descriptions. */
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { png } from "./support/picture.ts";
import { ARTICLE, testOfPages as test, everyPage, PAGE_ADDRESSES, PAGES, STATUS } from "./support/routes.ts";
import { slugOf, unique } from "./support/screens.ts";
import { expect } from "./support/test.ts";

/** Validator with the rules of the HTML standard, of accessibility and of documents, but without rules of style. */
const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ["html-validate:standard", "html-validate:a11y", "html-validate:document"],
    rules: {
      // Authors choose the length of a title; search engines cut it.
      "long-title": "off",
      // Files of the site itself need no integrity attribute: they come from the page's host.
      "require-sri": ["error", { target: "crossorigin" }],
      // A page has two menus, for desktops and phones. CSS shows one of them.
      "unique-landmark": "off",
    },
  }),
);

/** Returns a line for each violation of a rule. */
async function violations(path: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, selector }) => `${path}: ${ruleId}: ${message} (${selector ?? ""})`);
}

test("list of tested pages has an example of each public address", () => {
  const paths = PAGES.map((path) => new URL(path, "http://site").pathname);
  const missing = PAGE_ADDRESSES.filter((address) => {
    const pattern = new RegExp(`^${address.replace(/\{\w+\}/g, "[^/]+")}$`);
    return !paths.some((path) => pattern.test(path));
  });
  expect(missing).toEqual([]);
});

test("every page is valid HTML", async ({ server }) => {
  const paths = [...(await everyPage(server.url)), "/admin/login"];
  expect(paths.length).toBeGreaterThan(40);
  const found: string[] = [];
  for (const path of paths) {
    found.push(...(await violations(path, await (await fetch(server.url + path)).text())));
  }
  expect(found).toEqual([]);
});

test("refused form is valid HTML", async ({ server }) => {
  for (const path of ["/contato", "/newsletter"]) {
    const answer = await fetch(server.url + path, {
      method: "POST",
      headers: { Origin: server.url },
      body: new URLSearchParams({ email: "ana@", name: '<b class="x">' }),
    });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain("aria-invalid");
    expect(await violations(path, html)).toEqual([]);
  }
});

test("Markdown of a post becomes valid HTML", async ({ server, api }) => {
  const slug = slugOf(unique("html"));
  const picture = await api.uploadPicture("html.png", png(700, 400), 'Um "quadro" <claro>');
  await api.createPost({
    title: 'Tudo o que o "Markdown" & <outros> permitem',
    slug,
    featured_image: picture.url,
    content: [
      "## Seção\n\n## Seção\n\n### Mais fundo",
      "Texto com **força**, *ênfase*, `código`, [um link](https://exemplo.com.br) e <span onclick=x>HTML</span>.",
      "> Uma citação\n\n1. Um\n   - Dentro\n2. Dois",
      "| A | B |\n|---|---|\n| 1 | 2 |",
      "```rust\nlet x = 1; // < & >\n```",
      "![Uma imagem](/icon-192.png)\n\n---\n\n<p><p>Solto</div>",
      `![](${picture.url})\n\n<img src="${picture.url}" alt="Menor" width="120">`,
    ].join("\n\n"),
  });
  const html = await (await fetch(`${server.url}/blog/${slug}`)).text();
  expect(html).toContain("Mais fundo");
  expect(html.match(/srcset="/gi)?.length).toBeGreaterThanOrEqual(3);
  expect(await violations(slug, html)).toEqual([]);
});

test("every page has a unique title and description", async ({ server }) => {
  const titles = new Map<string, string>();
  const descriptions = new Map<string, string>();
  for (const path of await everyPage(server.url)) {
    const answer = await fetch(server.url + path);
    expect(answer.status, path).toBe(STATUS[path] ?? 200);
    const html = await answer.text();
    const [head = "", body = ""] = html.split("</head>");
    const title = /<title>([^<]+)<\/title>/.exec(head)?.[1] ?? "";
    const description = /<meta name="description" content="([^"]+)"/.exec(head)?.[1] ?? "";
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(head)?.[1];
    expect(title, path).not.toBe("");
    expect(description, path).not.toBe("");
    expect(body.match(/<h1[\s>]/g), path).toHaveLength(1);
    expect(titles.get(title), `${path} has the title of another page`).toBeUndefined();
    titles.set(title, path);
    // Pages with noindex may share a description and need no canonical address.
    if (head.includes('content="noindex')) continue;
    expect(canonical, path).toBe(server.url + path);
    expect(descriptions.get(description), `${path} has the description of another page`).toBeUndefined();
    descriptions.set(description, path);
  }
  expect([...titles.values()]).toContain(ARTICLE);
  expect(descriptions.size).toBeGreaterThan(20);
});
