/** Contact links are one tap away, and each call to action is above the fold. */
import type { Page } from "@playwright/test";
import { ARTICLE, SERVICE_PATHS } from "./support/routes.ts";
import { openPage } from "./support/screens.ts";
import { expect, test } from "./support/test.ts";

const bar = (page: Page) => page.getByRole("navigation", { name: "Fale com a equipe" });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a bottom bar links to WhatsApp, phone and form, except on pages with the form", async ({ page }) => {
    for (const path of ["/", "/sobre", "/servicos/banco-dados", "/blog", ARTICLE, "/privacidade"]) {
      await openPage(page, path);
      await expect(bar(page), path).toBeInViewport({ ratio: 1 });
      await expect(bar(page).getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
        "href",
        /^https:\/\/wa\.me\//,
      );
      await expect(bar(page).getByRole("link", { name: "Ligar" })).toHaveAttribute("href", /^tel:\+55/);
    }
    await page.emulateMedia({ media: "print" });
    await expect(bar(page)).toBeHidden();
    await page.emulateMedia({ media: null });
    await bar(page).getByRole("link", { name: "Orçamento" }).click();
    await expect(page).toHaveURL(/\/contato#orcamento$/);
    await expect(bar(page)).toHaveCount(0);
  });

  test("the bar covers neither the end of a page nor the focus", async ({ page }) => {
    await openPage(page, "/servicos/banco-dados");
    const top = async () => (await bar(page).boundingBox())?.y ?? 0;
    const links = await page.getByRole("main").getByRole("link").all();
    for (const link of links) {
      await link.focus();
      const box = await link.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0), await link.innerText()).toBeLessThanOrEqual(await top());
    }
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const last = await page.getByRole("contentinfo").boundingBox();
    expect(Math.round((last?.y ?? 0) + (last?.height ?? 0))).toBeLessThanOrEqual(Math.round(await top()));
  });

  test("the open menu has phone and e-mail, and the page behind it does not scroll", async ({ page }) => {
    await openPage(page, "/");
    await page.getByRole("banner").locator("summary", { hasText: "Abrir menu" }).click();
    const menu = page.getByRole("banner").getByRole("navigation", { name: "Menu principal" });
    await expect(menu.locator("a[href^='tel:']")).toBeVisible();
    await expect(menu.locator("a[href^='mailto:']")).toBeVisible();
    await expect(menu.getByRole("link", { name: "WhatsApp" })).toBeVisible();
    const overflow = await page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
    expect(overflow).toBe("hidden");
  });
});

test("the call to action is above the fold on a small laptop", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  for (const path of ["/", "/sobre", "/servicos", ...SERVICE_PATHS]) {
    await openPage(page, path);
    const hero = page.getByRole("main").locator("section").first();
    await expect.soft(hero.locator("a[href^='/contato']").first(), path).toBeInViewport({ ratio: 1 });
    await expect.soft(hero.getByRole("link", { name: "WhatsApp" }), path).toBeInViewport({ ratio: 1 });
  }
  await openPage(page, "/");
  const facts = page.getByRole("main").locator("section").first().getByRole("listitem");
  await expect(facts.last()).toBeInViewport({ ratio: 1 });
});

test("the 404 page offers search, services and WhatsApp", async ({ page, watch }) => {
  watch.allow(/404/);
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

test("a button copies the code of an article", async ({ page, api, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const slug = `codigo-${Date.now()}`;
  await api.createPost({ title: slug, slug, content: "## Um passo\n\n```\nls -la\n```" });
  await openPage(page, `/blog/${slug}`);
  await page.getByRole("button", { name: "Copiar", exact: true }).click();
  await expect(page.getByRole("button", { name: "Copiado" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("ls -la\n");
  await page.getByRole("heading", { name: "Um passo" }).getByRole("link").click();
  await expect(page).toHaveURL(/#secao-um-passo$/);
});

test("closed and open answers print dark on white", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  await openPage(page, "/servicos/banco-dados");
  const answer = page.getByRole("main").locator("details p").first();
  await expect(answer).toBeVisible();
  const colors = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return ["--paper", "--accent-soft", "--night", "--night-line", "--line"].map((name) =>
      style.getPropertyValue(name),
    );
  });
  expect(colors).toEqual(["#fff", "#fff", "#fff", "#777", "#bbb"]);
});
