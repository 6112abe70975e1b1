/** Steps and locators of the menu and footer screen. */
import type { Page } from "@playwright/test";
import { press, textBox, toast } from "./screens.ts";
import { expect, testsOnOwnServer } from "./test.ts";

export const test = testsOnOwnServer();

const SCREEN = "/admin/menu-footer";
/** The row of a menu item or footer section. */
export const entryRow = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("button", { name: `Editar ${name}`, exact: true }) });
export const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

/** Opens a tab of the screen and waits until it is loaded. */
export async function openMenuFooter(
  page: Page,
  tab: "menu" | "footer" | "company" | "social" = "menu",
): Promise<void> {
  await page.goto(tab === "menu" ? SCREEN : `${SCREEN}?tab=${tab}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Menu e Rodapé");
  await expect(page.getByRole("tabpanel").getByRole("button").first()).toBeVisible();
}

/** Adds an item to the menu. */
export async function addItem(page: Page, label: string, url = "/sobre"): Promise<void> {
  await press(page, "Novo Item");
  const form = dialog(page, "Novo Item");
  await textBox(form, "Texto do Menu").fill(label);
  await textBox(form, "URL/Link").fill(url);
  await press(form, "Adicionar");
  await expect(toast(page, "Item do menu adicionado!").first()).toBeVisible();
  await expect(entryRow(page, label)).toBeVisible();
}
