/** The menus of the header by keyboard, and what they say about where somebody is. */
import type { Page } from "@playwright/test";
import { openPage, signInAsStaff } from "./support/screens.ts";
import { expect, test } from "./support/test.ts";

const header = (page: Page) => page.getByRole("banner");
const menu = (page: Page) => header(page).getByRole("navigation", { name: "Menu principal" });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the menu opens, closes and gives the focus back by keyboard", async ({ page }) => {
    await openPage(page, "/sobre");
    const toggle = header(page).locator("summary", { hasText: "Fechar menu" });
    await toggle.focus();
    await page.keyboard.press("Enter");
    await expect(toggle).toHaveAccessibleName("Fechar menu");
    await page.keyboard.press("Tab");
    await expect(menu(page).getByRole("link", { name: "Início" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu(page)).toBeHidden();
    await expect(toggle).toBeFocused();

    // Whoever goes on past its end finds it closed behind them.
    await page.keyboard.press("Space");
    await expect(menu(page)).toBeVisible();
    await menu(page).getByRole("link").last().focus();
    await page.keyboard.press("Tab");
    await expect(menu(page)).toBeHidden();
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);

    await toggle.focus();
    await page.keyboard.press("Enter");
    await menu(page).getByRole("link", { name: "Contato", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/contato$/);
  });

  test("the services are marked on each of their pages", async ({ page }) => {
    const services = menu(page).getByText("Serviços", { exact: true });
    for (const [path, current] of [
      ["/servicos", "true"],
      ["/servicos/banco-dados", "true"],
      ["/sobre", null],
    ] as const) {
      await openPage(page, path);
      await header(page).locator("summary", { hasText: "Abrir menu" }).click();
      await expect(services).toBeVisible();
      expect(await services.getAttribute("aria-current"), path).toBe(current);
    }
    await openPage(page, "/servicos/banco-dados");
    await header(page).locator("summary", { hasText: "Abrir menu" }).click();
    await expect(menu(page).getByRole("link", { name: "Banco de Dados" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    const color = (text: string) =>
      menu(page)
        .getByText(text, { exact: true })
        .evaluate((element) => getComputedStyle(element).color);
    expect(await color("Serviços")).toBe(await color("Banco de Dados"));
    expect(await color("Serviços")).not.toBe(await color("Sobre"));
  });
});

test("the user's menu is worked by keyboard, to the end of the session", async ({ page }) => {
  await signInAsStaff(page);
  await openPage(page, "/");
  const toggle = header(page).locator("summary", { hasText: "Menu do usuário" });
  const panel = header(page).getByRole("link", { name: "Painel Admin" });
  const leave = header(page).getByRole("button", { name: "Sair" });
  await expect(panel).toBeHidden();
  await toggle.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(panel).toBeFocused();
  await expect(panel).toHaveAttribute("href", "/admin/dashboard");
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(toggle).toBeFocused();

  await page.keyboard.press("Enter");
  for (const stop of [panel, header(page).getByRole("link", { name: "Minha Conta" }), leave]) {
    await page.keyboard.press("Tab");
    await expect(stop).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(header(page).getByRole("link", { name: "Entrar" })).toBeFocused();
  await expect(toggle).toBeHidden();
});
