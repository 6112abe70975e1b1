/** Steps of the settings screens. */
import type { Page } from "@playwright/test";
import { expect, testsOnOwnServer } from "./test.ts";

export const test = testsOnOwnServer();

export const GENERAL = "/admin/general-settings";
export const CONTACT = "/admin/contact-settings";

/** Opens a screen and waits until its form accepts input. */
export async function openSettings(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("form[aria-busy=true]")).toHaveCount(0);
}
