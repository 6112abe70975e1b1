/** Steps and locators of the screens with page texts. */
import type { Locator, Page } from "@playwright/test";
import { press, toast } from "./screens.ts";
import { expect, testsWithServerOfTheirOwn } from "./test.ts";

/** These tests change public pages, so they share no server with other files. */
export const test = testsWithServerOfTheirOwn();

/** A part of the form, by its heading. */
export const section = (page: Page, title: string) =>
  page.getByRole("group").filter({ has: page.getByRole("heading", { level: 2, name: title, exact: true }) });

export async function openPart(page: Page, name: string, title: string): Promise<Locator> {
  await page.goto(`/admin/pages/${name}`);
  return unfold(page, title);
}

export async function unfold(page: Page, title: string): Promise<Locator> {
  await page.getByRole("heading", { level: 2, name: title, exact: true }).click();
  return section(page, title);
}

export async function save(page: Page): Promise<void> {
  await press(page, "Salvar página");
  await expect(toast(page, "Página salva!").first()).toBeVisible();
}

export const preview = (page: Page) => page.frameLocator('iframe[title="Página como ficará"]');
