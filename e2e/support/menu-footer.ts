/** Steps and locators of the menu and footer screen. */
import type { Page } from "@playwright/test";
import { box, press, toast } from "./screens.ts";
import { expect, testsWithServerOfTheirOwn } from "./test.ts";

/** These tests change every page, so they share no server with other files. */
export const test = testsWithServerOfTheirOwn();

const SCREEN = "/admin/menu-footer";
export const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("button", { name: `Editar ${name}`, exact: true }) });
export const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

export async function open(
  page: Page,
  tab: "menu" | "rodape" | "empresa" | "redes-sociais" = "menu",
): Promise<void> {
  await page.goto(tab === "menu" ? SCREEN : `${SCREEN}?aba=${tab}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Menu e Rodapé");
  await expect(page.getByRole("tabpanel").getByRole("button").first()).toBeVisible();
}

/** Adds an item to the menu. */
export async function addItem(page: Page, label: string, url = "/sobre"): Promise<void> {
  await press(page, "Novo Item");
  const form = dialog(page, "Novo Item");
  await box(form, "Texto do Menu").fill(label);
  await box(form, "URL/Link").fill(url);
  await press(form, "Adicionar");
  await expect(toast(page, "Item do menu adicionado!").first()).toBeVisible();
  await expect(row(page, label)).toBeVisible();
}

export const menuOf = (visitor: Page) =>
  visitor.getByRole("banner").getByRole("navigation", { name: "Menu principal" });
