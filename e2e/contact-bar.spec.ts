/** Contact links on a phone, and calls to action above the fold. */
import type { Page } from "@playwright/test";
import { ARTICLE, SERVICE_PATHS } from "./support/routes.ts";
import { bottomOf, openPage, siteMenu, topOf } from "./support/screens.ts";
import { expect, test } from "./support/test.ts";

const bar = (page: Page) => page.getByRole("navigation", { name: "Fale com a equipe" });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("bottom bar links to WhatsApp, phone and form, except on pages with the form", async ({ page }) => {
    for (const path of ["/", "/sobre", "/servicos/banco-dados", "/blog", ARTICLE, "/privacidade"]) {
      await openPage(page, path);
      await expect(bar(page), path).toBeInViewport({ ratio: 1 });
      await expect(bar(page).getByRole("link", { name: "WhatsApp" })).toHaveAttribute("href", /^\/w\/\d+$/);
      await expect(bar(page).getByRole("link", { name: "Ligar" })).toHaveAttribute("href", /^tel:\+55/);
    }
    await page.emulateMedia({ media: "print" });
    await expect(bar(page)).toBeHidden();
    await page.emulateMedia({ media: null });
    await bar(page).getByRole("link", { name: "Orçamento" }).click();
    await expect(page).toHaveURL(/\/contato#orcamento$/);
    await expect(bar(page)).toHaveCount(0);
  });

  test("bottom bar covers neither the end of a page nor the focus", async ({ page }) => {
    await openPage(page, "/servicos/banco-dados");
    for (const link of await page.getByRole("main").getByRole("link").all()) {
      await link.focus();
      expect(await bottomOf(link), await link.innerText()).toBeLessThanOrEqual(await topOf(bar(page)));
    }
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const end = await bottomOf(page.getByRole("contentinfo"));
    expect(Math.round(end)).toBeLessThanOrEqual(Math.round(await topOf(bar(page))));
  });

  test("open menu has phone and email and locks the scrolling of the page", async ({ page }) => {
    await openPage(page, "/");
    await page.getByRole("banner").locator("summary", { hasText: "Abrir menu" }).click();
    const menu = siteMenu(page);
    await expect(menu.locator("a[href^='tel:']")).toBeVisible();
    await expect(menu.locator("a[href^='mailto:']")).toBeVisible();
    await expect(menu.getByRole("link", { name: "WhatsApp" })).toBeVisible();
    const overflow = await page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
    expect(overflow).toBe("hidden");
  });
});

test("call to action is above the fold on a small laptop", async ({ page }) => {
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
