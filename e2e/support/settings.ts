/** Steps of the settings screens. */
import type { Page } from "@playwright/test";
import { expect, testsWithServerOfTheirOwn } from "./test.ts";

/** These tests change every page, so they share no server with other files. */
export const test = testsWithServerOfTheirOwn();

export const GENERAL = "/admin/general-settings";
export const CONTACT = "/admin/contact-settings";

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("form[aria-busy=true]")).toHaveCount(0);
}
