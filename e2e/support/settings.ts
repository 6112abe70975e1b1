/** How tests use the screens of the settings. */
import type { Page } from "@playwright/test";
import { cutPower } from "./screens.ts";
import type { Server } from "./server.ts";
import { expect, testsWithServerOfTheirOwn } from "./test.ts";

/** These change what every page says, so no other file's tests may share their server. */
export const test = testsWithServerOfTheirOwn();

export const GENERAL = "/admin/general-settings";
export const CONTACT = "/admin/contact-settings";

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("form[aria-busy=true]")).toHaveCount(0);
}

/** Says what holds of the public site, now and after the server has been away. */
export async function holds(page: Page, server: Server, check: () => Promise<void>): Promise<void> {
  await check();
  await cutPower(page, server);
  await check();
  await page.goto("about:blank");
}
