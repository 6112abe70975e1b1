/** All public addresses, for tests that check each of them. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { Api } from "./api.ts";
import type { MailServer } from "./mail-server.ts";
import { openPage, waitUntilStarted } from "./screens.ts";
import type { Server } from "./server.ts";
import { expect, runServer, testsWithMail } from "./test.ts";
import { failedCall, missingPage } from "./watch.ts";

interface Address {
  name: string;
  path: string;
  kind: "page" | "link_page" | "panel" | "file";
  is_listed: boolean;
}

const ADDRESSES = JSON.parse(
  readFileSync(new URL("../../server/addresses.json", import.meta.url), "utf8"),
) as Address[];

/** Public addresses of pages, with placeholders such as `{slug}`. Without previews: they need a secret, and `blog-editor.spec.ts` opens one. */
export const PAGE_ADDRESSES = ADDRESSES.filter(
  ({ name, kind }) => (kind === "page" || kind === "link_page") && name !== "POST_PREVIEW",
).map(({ path }) => path);

export const SERVICE_PATHS = [
  "/servicos/suporte-manutencao",
  "/servicos/seguranca-monitoramento",
  "/servicos/nuvem-virtualizacao",
  "/servicos/desenvolvimento-ia",
  "/servicos/erps-gestao",
  "/servicos/banco-dados",
];

export const ARTICLE = "/blog/backup-que-funciona-a-regra-3-2-1-1-0";

/** An edition of the newsletter in the archive. */
const EDITION = { subject: "Novidades de maio", path: "/newsletter/edicoes/novidades-de-maio" };

/** The default texts of the policy and the terms, after others were saved. */
const EARLIER_VERSIONS = ["/privacidade/versoes/0", "/termos/versoes/0"];

/** The account page, whose content only signed-in users see. */
export const ACCOUNT = "/conta";

const DELETED_ARTICLE = "/blog/artigo-que-foi-removido";

/** Statuses of the addresses that don't answer 200. */
export const STATUS: Record<string, number> = {
  [DELETED_ARTICLE]: 410,
  "/nada/por/aqui": 404,
};

/** Pages of `PAGES` that show the same component as another one, with other content. */
const SAME_COMPONENT = [
  ...SERVICE_PATHS.slice(1),
  "/blog?pagina=2",
  "/blog?busca=backup",
  "/blog/categoria/seguranca",
  "/blog/tag/nuvem",
  "/privacidade/pedido/confirmar",
  "/privacidade/pedido/confirmado",
  ...EARLIER_VERSIONS,
];

/** At least one page for each address. `testOfPages` creates the records that a new site lacks. */
export const PAGES = [
  ...PAGE_ADDRESSES.filter((path) => !path.includes("{")),
  ...SERVICE_PATHS,
  "/blog?pagina=2",
  "/blog?busca=backup",
  "/blog?busca=nada+disso+existe",
  "/blog/categoria/seguranca",
  "/blog/tag/nuvem",
  ARTICLE,
  EDITION.path,
  ...EARLIER_VERSIONS,
  ...Object.keys(STATUS),
];

/** One of `PAGES` for each component, for checks that depend little on the content. */
export const ONE_PAGE_PER_COMPONENT = PAGES.filter((path) => !SAME_COMPONENT.includes(path));

/** Pages opened by a mailed link, with an invalid secret. */
export const MAILED_LINKS = [
  "/newsletter/confirmar?token=x",
  "/privacidade/pedido/confirmar?token=x",
  "/auth/redefinir-senha#segredo",
  "/auth/confirmar#segredo",
];

/** Console messages of the browser and the page about the pages of `STATUS`. */
export const MISSING_PAGE = new RegExp(
  `${failedCall(410, `${DELETED_ARTICLE}$`).source}|${missingPage("/nada/por/aqui$").source}`,
);

const VISITOR = { email: "vera.visitante@exemplo.com.br", password: "girafa de capacete" };

/** The `test` of specs that open every page. Their server has the records that `PAGES` need. */
export const testOfPages = testsWithMail().extend<object, { server: Server }>({
  server: [
    async ({ mail }, use) => {
      const run = async (server: Server) => {
        await createPageRecords(server.url, mail);
        await use(server);
      };
      await runServer(run, mail.variables);
    },
    { scope: "worker" },
  ],
});

/** Creates a user, a post for a second page of the list, a deleted post, new versions of the legal texts and a sent edition. */
async function createPageRecords(url: string, mail: MailServer): Promise<void> {
  const api = await Api.signIn(url);
  await api.createUser({ name: "Vera Visitante", role: "user", ...VISITOR });
  await api.createPost({
    title: "O sétimo artigo da lista: pneumoultramicroscopicossilicovulcanoconiose",
    slug: "o-setimo-artigo",
    category: "",
  });
  const slug = DELETED_ARTICLE.replace("/blog/", "");
  const { id } = await api.createPost({ title: "Já não existe", slug, category: "" });
  await api.deletePost(id);
  for (const name of ["privacy", "terms"] as const) await api.updatePage(name, { version: "9.9" });
  await subscribe(url, mail, "leitora@exemplo.com.br");
  await api.sendEdition(EDITION.subject, "Olá! **Veja** o que há de novo.");
  await expect.poll(async () => (await fetch(url + EDITION.path)).status).toBe(200);
}

/** Subscribes an address to the newsletter, and confirms it with the mailed link. */
export async function subscribe(url: string, mail: MailServer, email: string): Promise<void> {
  const post = (path: string, body: object) =>
    fetch(`${url}/api/newsletter/subscriptions${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  await post("", { email });
  const link = await mail.waitForLink(email, "/newsletter/confirmar");
  await post("/confirm", { token: new URL(link, url).searchParams.get("token") });
}

/** Opens one of `PAGES`, signed in if the page needs it. */
export async function openPublicPage(page: Page, path: string): Promise<void> {
  if (path === ACCOUNT) await signInAsVisitor(page);
  await openPage(page, path);
  if (path === ACCOUNT) await ownContacts(page).waitFor();
}

const ownContacts = (page: Page) => page.getByRole("heading", { name: "Meus pedidos" });

async function signInAsVisitor(page: Page): Promise<void> {
  await openPage(page, `/auth?next=${ACCOUNT}`);
  await page.getByRole("textbox", { name: "E-mail" }).fill(VISITOR.email);
  await page.getByRole("textbox", { name: "Senha" }).fill(VISITOR.password);
  await page.getByRole("main").getByRole("button", { name: "Entrar" }).click();
  await page.waitForURL(`**${ACCOUNT}`);
  await waitUntilStarted(page);
  await ownContacts(page).waitFor();
}

/** Returns `PAGES` and the other pages of the sitemap: articles, categories and tags. */
export async function everyPage(url: string): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address = ""]) => new URL(address).pathname);
  return [...new Set([...PAGES, ...listed])];
}
