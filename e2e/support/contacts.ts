/** Steps and locators of the list of contacts. */
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** The rows of contacts that contain a text. */
export const contactRows = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

/** Opens the table with the contacts of a view that match a search, and waits for the first. */
export async function openContacts(page: Page, search: string, view = "all"): Promise<void> {
  await page.goto(`/admin/contacts?${new URLSearchParams({ search, view, visao: "tabela" })}`);
  // A full page takes long to load on a busy machine.
  await expect(contactRows(page, search).first()).toBeVisible({ timeout: 15_000 });
}
