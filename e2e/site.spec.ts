/** What every public page owes its readers. */
import { furnish, LINKED, MISSING_NOTE, openPublicPage, PAGES, SERVICE_PATHS } from "./support/routes.ts";
import { hydrated, openPage, withoutJavaScript } from "./support/screens.ts";
import { NETWORKS, NETWORKS_PAGE } from "./support/services.ts";
import { expect, expectAccessible, test, testsWithServerOfTheirOwn } from "./support/test.ts";

test.beforeAll(({ server }) => furnish(server.url));

for (const path of [...PAGES, ...LINKED]) {
  test(`${path} is complete, quiet, accessible and never too wide`, async ({ page, request, watch }) => {
    watch.allow(MISSING_NOTE);
    const html = await (await request.get(path)).text();
    await openPublicPage(page, path); // the watch fails this test on any other console message or host
    const text = (await page.getByRole("main").innerText()).trim().split("\n")[0] ?? "";
    expect(text, "the page says something").not.toBe("");
    expect(html).toContain('<html lang="pt-BR"');
    expect(html.replaceAll("&amp;", "&")).toContain(text.slice(0, 20));
    await expect(page).toHaveTitle(/\S/);
    await expect(page.locator("meta[name=description]")).toHaveAttribute("content", /\S/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expectAccessible(page);
    for (const width of [320, 390, 768, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
    }
  });
}

testsWithServerOfTheirOwn()("words without an end stay within every page", async ({ page, api }) => {
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
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect.soft(overflow, `${path}, ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});

test("a question opens by keyboard, also without JavaScript", async ({ page, browser, server }) => {
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

test("every page is the same bytes for everybody", async ({ request, server }) => {
  const anonymous = await request.get("/");
  const curious = await request.get("/", { headers: { Authorization: "Bearer x", Cookie: "sid=x" } });
  expect(await curious.text()).toBe(await anonymous.text());
  const etag = anonymous.headers()["etag"] ?? "";
  expect(etag).not.toBe("");
  const again = await fetch(server.url, { headers: { "If-None-Match": etag } });
  expect(again.status).toBe(304);
});

test.describe("the header", () => {
  test("leads to every page and marks the current one", async ({ page }) => {
    await openPage(page, "/contato");
    const menu = page.getByRole("banner").getByRole("navigation", { name: "Menu principal" });
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

  test("opens the services by mouse, click and keyboard", async ({ page }) => {
    await openPage(page, "/");
    const menu = page.getByRole("banner").getByRole("navigation", { name: "Menu principal" });
    const services = menu.locator("summary", { hasText: "Serviços" });
    const disclosure = menu.locator("details");
    const all = menu.getByRole("link", { name: "Todos os Serviços" });
    await expect(all).toBeHidden();

    await services.hover();
    await expect(all).toBeVisible();
    await expect(menu.locator('a[href^="/servicos"]')).toHaveCount(SERVICE_PATHS.length + 1); // and all of them
    await page.mouse.move(700, 800);
    await expect(all).toBeHidden();

    await services.focus();
    await page.keyboard.press("Enter");
    await expect(disclosure).toHaveAttribute("open");
    await expect(all).toBeVisible();
    await expectAccessible(page, [1440]);
    await services.focus();
    await page.keyboard.press("Escape");
    await expect(all).toBeHidden();
    await expect(services).toBeFocused();
  });

  test("holds the services in the HTML even while they are closed", async ({ request }) => {
    const html = await (await request.get("/")).text();
    for (const path of ["/servicos", ...SERVICE_PATHS]) expect(html).toContain(`href="${path}"`);
  });

  test("folds into a menu on a phone, which closes when a link is followed", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openPage(page, "/contato");
    const toggle = page.getByRole("banner").locator("summary", { hasText: "Fechar menu" });
    const menu = page.getByRole("banner").getByRole("navigation", { name: "Menu principal" });
    await expect(menu).toBeHidden();
    await expect(toggle).toHaveAccessibleName("Abrir menu");
    await toggle.click();
    await expect(toggle).toHaveAccessibleName("Fechar menu");
    await expectAccessible(page, [390]);
    // The link's own work is held back, so that nothing but the click closes the menu.
    await page.evaluate(() => {
      document.addEventListener("click", (event) => event.preventDefault(), { once: true });
    });
    await menu.getByRole("link", { name: "Contato", exact: true }).click();
    await expect(menu).toBeHidden();
  });

  test("stays in sight", async ({ page }) => {
    await openPage(page, "/");
    await page.mouse.wheel(0, 2000);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
    await expect(page.getByRole("banner").getByRole("link", { name: "Início" })).toBeInViewport();
  });
});

test("the first Tab leads past the header", async ({ page }) => {
  await openPage(page, "/");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Pular para o conteúdo" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const inMain = await page.evaluate(() => document.activeElement?.closest("main") !== null);
  expect(inMain).toBe(true);
});

test("the home page has all its parts", async ({ page }) => {
  await openPage(page, "/");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Nossos Serviços" })).toHaveAttribute("href", "/servicos");
  await expect(main.getByRole("link", { name: /Saiba Mais/ })).toHaveCount(6);
  await expect(main.getByRole("img", { name: /5/ })).toHaveCount(3); // three testimonials with five stars
  for (const figure of ["500+", "50+", "24/7", "99%"]) {
    await expect(main.getByText(figure, { exact: true }).first()).toBeVisible();
  }
});

test("an address that leads nowhere is a 404, in words and in status", async ({ page, watch }) => {
  watch.allow(/^error: Failed to load resource: .*404/);
  const logged: string[] = [];
  watch.allow(/\/nao\/existe/);
  page.on("console", (message) => logged.push(message.text()));
  const answer = await page.goto("/nao/existe?x=<script>");
  expect(answer?.status()).toBe(404);
  await hydrated(page);
  await expect(page.getByText("404", { exact: true })).toBeVisible();
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
  await expect.poll(() => logged.some((text) => text.includes("/nao/existe"))).toBe(true);
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link").first().click();
  await page.waitForURL((url) => url.pathname === "/");
});

test("an unknown call is a 404 in JSON", async ({ request }) => {
  const answer = await request.get("/api/nothing-here");
  expect(answer.status()).toBe(404);
  expect(await answer.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
});

test("everything can be read and followed without JavaScript", async ({ browser, server }) => {
  await withoutJavaScript(browser, server.url, async (page) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.getByRole("link", { name: "Solicite uma Consultoria Gratuita" }).first().click();
    await page.waitForURL(/\/contato/);
    await page.goto("/");
    // Only now: the transition that a followed link begins is aborted by another size, and Chromium calls that an error.
    await page.setViewportSize({ width: 390, height: 844 });
    const ways = page.locator('a[href="/contato"]:visible, a[href="/servicos"]:visible');
    expect(await ways.count()).toBeGreaterThan(0);
  });
});

test("refuses to be framed, sniffed or scripted", async ({ request }) => {
  const headers = (await request.get("/")).headers();
  const policy = headers["content-security-policy"] ?? "";
  for (const part of [
    "default-src 'none'",
    "'strict-dynamic'",
    "style-src 'self'",
    "frame-ancestors 'none'",
  ]) {
    expect(policy).toContain(part);
  }
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain("unsafe-");
  expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "x-frame-options": "DENY" });
});
