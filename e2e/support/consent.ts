/** Steps and locators of the consent to trackers. */
import type { Page } from "@playwright/test";
import { Api } from "./api.ts";
import { waitUntilStarted } from "./screens.ts";
import type { Server } from "./server.ts";
import { expect, testsOnOwnServer } from "./test.ts";
import { type IDS, NO_IDS } from "./trackers.ts";

export const test = testsOnOwnServer();

export const notice = (page: Page) => page.getByRole("region", { name: /cookies/ });
/** The button in the footer that opens the notice again. */
export const preferences = (page: Page) =>
  page.getByRole("contentinfo").getByRole("button", { name: "Preferências de cookies" });
export const press = (page: Page, name: string) => notice(page).getByRole("button", { name }).click();

/** Saves the company's ids; missing ones are cleared. */
export const configure = async (server: Server, ids: Partial<typeof IDS>) =>
  (await Api.signIn(server.url)).updateSettings("analytics", { ...NO_IDS, ...ids });

/** Key that the site's own measurement of visits stores without consent, until the tab is closed. */
export const VISIT_SOURCE = "visit_source";

/** Checks the names of cookies and the keys in the browser's storage. Visits are recorded after the page is loaded. */
export async function expectStored(page: Page, ...names: string[]): Promise<void> {
  const stored = async () => {
    const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    const cookies = await page.context().cookies();
    return [...keys, ...cookies.map(({ name }) => name)].sort();
  };
  await expect.poll(stored, new URL(page.url()).pathname).toEqual(names.sort());
}

/** Returns the logged requests, sorted, without the referrer. */
export const requests = (log: readonly string[]) => log.map((request) => request.split("&rl=")[0]).sort();

/** Opens a page and waits until it has loaded everything. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitUntilStarted(page);
  await page.waitForLoadState("networkidle");
}

/** Runs an action that answers the notice. Waits until the answer is in the ledger and the services are loaded. */
export async function answer(page: Page, action: () => Promise<void>): Promise<void> {
  const sent = page.waitForResponse("**/api/consents");
  await action();
  expect((await sent).status()).toBe(204);
  await page.waitForLoadState("networkidle");
}

/** Runs an action that withdraws consent. Waits until the page is loaded again, which can be before the response. */
export async function withdraw(page: Page, action: () => Promise<void>): Promise<void> {
  const sent = page.waitForRequest("**/api/consents");
  const loaded = page.waitForEvent("load");
  await action();
  await Promise.all([sent, loaded]);
  await page.waitForLoadState("networkidle");
}
