/** Every public page: metadata, accessibility and widths; the header, the home page and the 404 page. */
import {
  ONE_PAGE_PER_COMPONENT,
  testOfPages as test,
  MAILED_LINKS,
  MISSING_PAGE,
  openPublicPage,
  PAGES,
  SERVICE_PATHS,
} from "./support/routes.ts";
import {
  bottomOf,
  openPage,
  overflow,
  siteMenu,
  topOf,
  waitUntilStarted,
  withoutJavaScript,
} from "./support/screens.ts";
import { NETWORKS, NETWORKS_PAGE } from "./support/services.ts";
import { expect, expectAccessible, testsOnOwnServer } from "./support/test.ts";
import { missingPage } from "./support/watch.ts";

for (const path of [...PAGES, ...MAILED_LINKS]) {
  test(`${path} has title, description and heading, is accessible and fits every width`, async ({
    page,
    request,
    watch,
  }) => {
    watch.allow(MISSING_PAGE);
    const html = await (await request.get(path)).text();
    await openPublicPage(page, path);
    const text = (await page.getByRole("main").innerText()).trim().split("\n")[0] ?? "";
    expect(text, "the page has text").not.toBe("");
    expect(html).toContain('<html lang="pt-BR"');
    expect(html.replaceAll("&amp;", "&")).toContain(text.slice(0, 20));
    await expect(page).toHaveTitle(/\S/);
    await expect(page.locator("meta[name=description]")).toHaveAttribute("content", /\S/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    if (ONE_PAGE_PER_COMPONENT.includes(path) || MAILED_LINKS.includes(path)) await expectAccessible(page);
    for (const width of [320, 390, 768, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflow(page), `${width} px`).toBeLessThanOrEqual(0);
    }
  });
}

testsOnOwnServer()("long words stay within every page", async ({ page, api }) => {
  const word = "github.com/Infraestrutura/Virtualização/Hiperconvergência/Contêineres";
  await api.createService({
    title: word,
    description: `Em ${word}.`,
    category: NETWORKS,
    features: [word],
  });
  const post = { title: `${word} na prática`, excerpt: `Leia ${word}.`, category: word.slice(0, 60) };
  for (const slug of ["palavra-longa", "outra-palavra-longa"]) {
    await api.createPost({ ...post, slug, tags: [word.slice(0, 40)], content: `## ${word}\n\n${word}` });
  }
  for (const path of [
    "/servicos",
    NETWORKS_PAGE,
    "/blog",
    "/blog/palavra-longa",
    "/blog/outra-palavra-longa",
  ]) {
    await openPage(page, path);
    await expect(page.getByRole("heading", { name: word }).first()).toBeVisible();
    for (const width of [320, 390, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await overflow(page), `${path}, ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});

test("question opens by keyboard and without JavaScript", async ({ page, browser, server }) => {
  const question = "Como saber se o backup funciona?";
  await openPage(page, "/servicos/banco-dados");
  const answer = page.getByText("Fazemos restaurações periódicas");
  await expect(answer).toBeHidden();
  await page.getByText(question).locator("xpath=ancestor::summary").focus();
  await page.keyboard.press("Enter");
  await expect(answer).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(answer).toBeHidden();
  await withoutJavaScript(browser, server.url, async (plain) => {
    await plain.goto("/servicos/banco-dados");
    await plain.getByText(question).click();
    await expect(plain.getByText("Fazemos restaurações periódicas")).toBeVisible();
  });
});

test.describe("header", () => {
  test("links to the main pages and marks the current one", async ({ page }) => {
    await openPage(page, "/contato");
    const menu = siteMenu(page);
    await expect(menu.getByRole("link", { name: "Contato" })).toHaveAttribute("aria-current", "page");
    await expect(menu.getByRole("link", { name: "Início" })).not.toHaveAttribute("aria-current", /.+/);
    for (const [name, path] of [
      ["Início", "/"],
      ["Sobre", "/sobre"],
      ["Blog", "/blog"],
    ] as const) {
      await expect(menu.getByRole("link", { name })).toHaveAttribute("href", path);
    }
    await expect(page.getByRole("banner").getByRole("link", { name: "Entrar" })).toHaveAttribute(
      "href",
      "/auth",
    );
    await expect(page.getByRole("banner").getByRole("link", { name: "Orçamento Gratuito" })).toHaveAttribute(
      "href",
      /^\/contato/,
    );
  });

  test("opens the services submenu by pointer and keyboard", async ({ page }) => {
    await openPage(page, "/");
    const menu = siteMenu(page);
    const services = menu.locator("summary", { hasText: "Serviços" });
    const submenu = menu.locator("details");
    const all = menu.getByRole("link", { name: "Todos os Serviços" });
    await expect(all).toBeHidden();

    await services.hover();
    await expect(all).toBeVisible();
    await expect(menu.locator('a[href^="/servicos"]')).toHaveCount(SERVICE_PATHS.length + 1); // with "Todos os Serviços"
    await page.mouse.move(700, 800);
    await expect(all).toBeHidden();

    await services.focus();
    await page.keyboard.press("Enter");
    await expect(submenu).toHaveAttribute("open");
    await expect(all).toBeVisible();
    await expectAccessible(page, [1440]);
    await services.focus();
    await page.keyboard.press("Escape");
    await expect(all).toBeHidden();
    await expect(services).toBeFocused();
  });

  test("has the links of the closed submenu in its HTML", async ({ request }) => {
    const html = await (await request.get("/")).text();
    for (const path of ["/servicos", ...SERVICE_PATHS]) expect(html).toContain(`href="${path}"`);
  });

  test("has a menu on a phone that closes when a link is followed", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openPage(page, "/contato");
    const toggle = page.getByRole("banner").locator("summary", { hasText: "Abrir menu" });
    const menu = siteMenu(page);
    await expect(menu).toBeHidden();
    await expect(toggle).toHaveAccessibleName("Abrir menu");
    await toggle.click();
    await expect(toggle).toHaveAccessibleName("Fechar menu");
    await expectAccessible(page, [390]);
    // Prevents the navigation, so that only the click can close the menu.
    await page.evaluate(() => {
      document.addEventListener("click", (event) => event.preventDefault(), { once: true });
    });
    await menu.getByRole("link", { name: "Contato", exact: true }).click();
    await expect(menu).toBeHidden();
  });

  test("stays visible while scrolling", async ({ page }) => {
    await openPage(page, "/");
    await page.mouse.wheel(0, 2000);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
    await expect(page.getByRole("banner").getByRole("link", { name: "Início" })).toBeInViewport();
  });
});

test("first Tab stop is a link that skips the header", async ({ page }) => {
  await openPage(page, "/");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Pular para o conteúdo" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);
});

test("home page shows six services, three testimonials and four facts", async ({ page }) => {
  await openPage(page, "/");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: /Saiba Mais/ })).toHaveCount(6);
  await expect(main.getByRole("img", { name: /5/ })).toHaveCount(3); // each testimonial has five stars
  for (const fact of ["500+", "50+", "24/7", "99%"]) {
    await expect(main.getByText(fact, { exact: true }).first()).toBeVisible();
  }
});

test("home page without services has space between features and figures", async ({ page }) => {
  await openPage(page, "/");
  const figures = page.getByRole("main").locator("section.bg-night");
  await figures.evaluate((section) => section.previousElementSibling?.remove());
  const features = figures.locator("xpath=preceding-sibling::section[1]").getByRole("listitem").last();
  expect((await topOf(figures)) - (await bottomOf(features))).toBeGreaterThan(90);
});

test("unknown address shows the 404 page with status 404", async ({ page, watch }) => {
  watch.allow(missingPage("/nao/existe"));
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  const answer = await page.goto("/nao/existe?x=<script>");
  expect(answer?.status()).toBe(404);
  await waitUntilStarted(page);
  await expect(page.getByText("404", { exact: true })).toBeVisible();
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
  await expect.poll(() => logged.some((text) => text.includes("/nao/existe"))).toBe(true);
  await page.getByRole("main").getByRole("link").first().click();
  await page.waitForURL((url) => url.pathname === "/");
});

test("404 page offers search, services and WhatsApp", async ({ page, watch }) => {
  watch.allow(missingPage("/nao-existe$"));
  await openPage(page, "/nao-existe");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toContainText("Oops! Page not found");
  await expect(main.getByRole("heading", { name: "Não encontramos esta página" })).toBeVisible();
  await expect(main.getByRole("navigation", { name: "Serviços" }).getByRole("link")).toHaveCount(6);
  await expect(main.getByRole("link", { name: "WhatsApp" })).toBeVisible();
  await main.getByRole("searchbox", { name: "Buscar no blog" }).fill("backup");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/blog\?busca=backup$/);
});
