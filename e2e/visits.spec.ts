/** Own measurement of visits: what a visitor's browser sends and stores, and the screen 'Visitas'. */
import { readdirSync, statSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { openPage, signInAsStaff } from "./support/screens.ts";
import { expect, expectAccessible, testsOnOwnServer } from "./support/test.ts";

const test = testsOnOwnServer();
/** User agent of a usual browser. Visits of headless browsers aren't counted, because their user agent is that of a robot. */
const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
/** Maximum size of the script in bytes, compressed with brotli. */
const MAX_SCRIPT = 1200;

/** Counts the beacons that pages of a profile send. Playwright doesn't show their content. */
function countBeacons(context: BrowserContext): () => number {
  let count = 0;
  context.on("request", (request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname === "/api/visits") count++;
  });
  return () => count;
}

const source = (page: Page) => page.evaluate(() => sessionStorage.getItem("visit_source"));

/** Hides the page as another tab would. The headless shell never hides a page. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, "hidden", { get: () => true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });

test("visit is measured without cookies and shown to staff", async ({ browser, server, page }) => {
  const context = await browser.newContext({ baseURL: server.url, userAgent: BROWSER });
  const beacons = countBeacons(context);
  const visitor = await context.newPage();
  await openPage(visitor, "/?utm_source=boletim&utm_campaign=novembro");
  await expect.poll(beacons).toBe(1);
  await hide(visitor);
  await expect.poll(beacons).toBe(2);
  await openPage(visitor, "/contato");
  await expect.poll(beacons).toBe(3);
  expect(JSON.parse((await source(visitor)) ?? "null")).toEqual({
    source_page: "/",
    utm_source: "boletim",
    utm_campaign: "novembro",
  });
  expect(await context.cookies()).toEqual([]);
  expect(await visitor.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])).toEqual([
    [],
    ["visit_source"],
  ]);
  // Playwright doesn't show the beacon of a page that is closed.
  await visitor.close();

  await signInAsStaff(page);
  const vital = page.getByRole("listitem").filter({ hasText: "tempo até o conteúdo principal aparecer" });
  await expect(async () => {
    await page.goto("/admin/visits");
    await expect(vital).toContainText("2 páginas vistas", { timeout: 2_000 });
  }).toPass({ timeout: 15_000 });
  await context.close();
  await expect(page.getByRole("row", { name: /^\/contato 1 1 0$/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /^boletim \/ novembro 1 1 0$/ })).toBeVisible();
  await expect(page.getByRole("slider", { name: "Dia do gráfico" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Outro período" }).click();
  await page.getByLabel("De", { exact: true }).fill("2020-01-01");
  await page.getByLabel("Até", { exact: true }).fill("2020-01-31");
  await page.getByRole("button", { name: "Mostrar" }).click();
  await expect(page).toHaveURL(/from=2020-01-01&to=2020-01-31/);
  await expect(page.getByText("Nenhuma página foi vista neste período.")).toBeVisible();
});

test("objecting visitors and staff send no beacons", async ({ browser, server, page }) => {
  const context = await browser.newContext({ baseURL: server.url, userAgent: BROWSER });
  const beacons = [countBeacons(context), countBeacons(page.context())];
  await context.addInitScript(() =>
    Object.defineProperty(navigator, "globalPrivacyControl", { get: () => true }),
  );
  const visitor = await context.newPage();
  await signInAsStaff(page);
  for (const each of [visitor, page]) {
    const loaded = each.waitForResponse(/\/assets\/visit-/);
    await openPage(each, "/sobre");
    await (await loaded).finished();
    await openPage(each, "/contato");
    expect(await source(each)).toBeNull();
  }
  expect(beacons.map((count) => count())).toEqual([0, 0]);
  await context.close();
});

test("script that measures visits is within its size budget", () => {
  const folder = new URL("../web/dist/embedded/assets/", import.meta.url);
  const sizes = readdirSync(folder)
    .filter((name) => /^visit-.*\.js\.br$/.test(name))
    .map((name) => statSync(new URL(name, folder)).size);
  console.log("script of visits:", sizes);
  expect(sizes).toHaveLength(1);
  expect(sizes[0]).toBeLessThanOrEqual(MAX_SCRIPT);
});
