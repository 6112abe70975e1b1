/** Steps and locators of the screens with page texts. */
import type { Locator, Page } from "@playwright/test";
import { press, toast } from "./screens.ts";
import { expect, testsOnOwnServer } from "./test.ts";

export const test = testsOnOwnServer();

/** A section of the editor, by its heading. */
export const section = (page: Page, title: string) =>
  page.getByRole("group").filter({ has: page.getByRole("heading", { level: 2, name: title, exact: true }) });

/** Opens the editor of a page, such as `about`, and expands a section. */
export async function openSection(page: Page, pageName: string, title: string): Promise<Locator> {
  await page.goto(`/admin/pages/${pageName}`);
  return expandSection(page, title);
}

/** Expands a closed section and returns it. Closes an expanded one. */
export async function expandSection(page: Page, title: string): Promise<Locator> {
  await page.getByRole("heading", { level: 2, name: title, exact: true }).click();
  return section(page, title);
}

export async function savePage(page: Page): Promise<void> {
  await press(page, "Salvar página");
  await expect(toast(page, "Página salva!").first()).toBeVisible();
}

export const pagePreview = (page: Page) => page.frameLocator('iframe[title="Página como ficará"]');
