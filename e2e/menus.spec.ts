/** The menus in the site's header: keyboard, focus, and the mark on the current page. */
import type { Page } from "@playwright/test";
import { openPage, signInAsStaff, siteMenu } from "./support/screens.ts";
import { expect, test } from "./support/test.ts";

const header = (page: Page) => page.getByRole("banner");

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("menu opens, closes and returns the focus by keyboard", async ({ page }) => {
    await openPage(page, "/sobre");
    const toggle = header(page).locator("summary", { hasText: "Abrir menu" });
    await toggle.focus();
    await page.keyboard.press("Enter");
    await expect(toggle).toHaveAccessibleName("Fechar menu");
    await page.keyboard.press("Tab");
    await expect(siteMenu(page).getByRole("link", { name: "Início" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(siteMenu(page)).toBeHidden();
    await expect(toggle).toBeFocused();

    // The Tab key on the last link closes the menu.
    await page.keyboard.press("Space");
    await expect(siteMenu(page)).toBeVisible();
    await siteMenu(page).getByRole("link").last().focus();
    await page.keyboard.press("Tab");
    await expect(siteMenu(page)).toBeHidden();
    await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);

    await toggle.focus();
    await page.keyboard.press("Enter");
    await siteMenu(page).getByRole("link", { name: "Contato", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/contato$/);
  });

  test("services entry is marked on the pages of services", async ({ page }) => {
    const services = siteMenu(page).getByText("Serviços", { exact: true });
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
    await expect(siteMenu(page).getByRole("link", { name: "Banco de Dados" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    const color = (text: string) =>
      siteMenu(page)
        .getByText(text, { exact: true })
        .evaluate((element) => getComputedStyle(element).color);
    expect(await color("Serviços")).toBe(await color("Banco de Dados"));
    expect(await color("Serviços")).not.toBe(await color("Sobre"));
  });
});

test("user menu works by keyboard, including sign-out", async ({ page }) => {
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

test("services submenu works by keyboard", async ({ page }) => {
  await openPage(page, "/");
  const menu = siteMenu(page);
  const services = menu.locator("summary", { hasText: "Serviços" });
  await menu.getByRole("link", { name: "Sobre" }).focus();
  await page.keyboard.press("Tab");
  await expect(services).toBeFocused();
  await page.keyboard.press("Tab"); // skips the closed submenu
  await expect(menu.getByRole("link", { name: "Blog" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Space");
  const entries = ["Todos os Serviços", "Suporte e Manutenção", "Segurança e Monitoramento"];
  for (const name of entries) {
    await page.keyboard.press("Tab");
    await expect(menu.getByRole("link", { name })).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/servicos\/seguranca-monitoramento$/);
  await expect(services).toHaveAttribute("aria-current", "true");
});

test("services submenu closes when it loses the focus", async ({ page }) => {
  await openPage(page, "/");
  const menu = siteMenu(page);
  await menu.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(menu.getByRole("link", { name: "Todos os Serviços" })).toBeVisible();
  await menu.getByRole("link", { name: "Banco de Dados" }).focus();
  await page.keyboard.press("Tab");
  await expect(menu.getByRole("link", { name: "Blog" })).toBeFocused();
  await expect(menu.getByRole("link", { name: "Todos os Serviços" })).toBeHidden();
});
