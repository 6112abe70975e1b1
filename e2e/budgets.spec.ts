/** Budgets of pages: compressed bytes loaded before any interaction, and layout shifts. */
import { get } from "node:http";
import type { Page } from "@playwright/test";
import {
  ACCOUNT,
  ARTICLE,
  ONE_PAGE_PER_COMPONENT,
  testOfPages as test,
  everyPage,
  MAILED_LINKS,
  MISSING_PAGE,
  openPublicPage,
} from "./support/routes.ts";
import { holdRequests, recordLayoutShifts, signInAsStaff, waitUntilStarted } from "./support/screens.ts";
import { expect } from "./support/test.ts";

const KB = 1000;
const MAX_HTML = 15 * KB;
/** Maximum cumulative layout shift of a page, also if its font arrives late. */
const MAX_SHIFT = 0.02;

for (const path of [...ONE_PAGE_PER_COMPONENT, ...MAILED_LINKS]) {
  test(`${path} is within its budget`, async ({ page, watch }) => {
    watch.allow(MISSING_PAGE);
    if (path === ACCOUNT) await openPublicPage(page, path); // the sign-in is not measured
    const loaded = await recordLoads(page);
    const layoutShifts = await recordLayoutShifts(page);
    await page.goto(path);
    await waitUntilStarted(page);
    await page.waitForLoadState("networkidle");
    const { before, bytes } = await loaded();
    const shift = sum(await layoutShifts());
    console.log(path, bytes, before, shift);
    expect.soft(bytes.Document, "HTML").toBeLessThanOrEqual(MAX_HTML);
    expect.soft(bytes.Script, "JavaScript").toBeLessThanOrEqual(72 * KB);
    expect.soft(bytes.Stylesheet, "CSS").toBeLessThanOrEqual(12 * KB);
    expect.soft(bytes.Font, "fonts").toBeLessThanOrEqual(60 * KB);
    expect.soft(shift, "layout shift").toBeLessThan(MAX_SHIFT);
    expect.soft(before.scripts, "scripts before the page has loaded").toEqual([]);
    expect.soft(before.requests, "requests before the page has loaded").toBeLessThanOrEqual(6);
    expect.soft(before.bytes, "bytes before the page has loaded").toBeLessThanOrEqual(70 * KB);
    expect(Math.min(bytes.Document, bytes.Script, bytes.Stylesheet, bytes.Font)).toBeGreaterThan(0);
  });
}

test("every page is within the HTML budget", async ({ server }) => {
  const pages: { path: string; bytes: number }[] = [];
  for (const path of await everyPage(server.url)) {
    pages.push({ path, bytes: await compressedSize(server.url + path) });
  }
  pages.sort((a, b) => b.bytes - a.bytes);
  console.log("largest pages:", pages.slice(0, 8));
  expect(pages.length).toBeGreaterThan(35);
  expect(pages.filter(({ bytes }) => bytes > MAX_HTML || bytes === 0)).toEqual([]);
});

test("panel's first screen is within its budget", async ({ page }) => {
  await signInAsStaff(page);
  const loaded = await recordLoads(page);
  await page.goto("/admin/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  const { bytes } = await loaded();
  console.log("panel:", bytes);
  expect(bytes.Script, "JavaScript").toBeLessThanOrEqual(250 * KB);
  expect(bytes.Script).toBeGreaterThan(0);
});

/** Pages whose headings wrap differently in another font. */
const PAGES_WITH_LONG_HEADINGS = [
  "/",
  "/blog",
  ARTICLE,
  "/servicos/seguranca-monitoramento",
  "/servicos/banco-dados",
];

for (const width of [360, 390, 768, 1024, 1440]) {
  test(`late font shifts the layout by less than ${MAX_SHIFT} at ${width} px`, async ({ anotherContext }) => {
    for (const path of PAGES_WITH_LONG_HEADINGS) {
      const page = await (await anotherContext()).newPage();
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await shiftWithLateFont(page, path), path).toBeLessThan(MAX_SHIFT);
      await page.close();
    }
  });
}

/** Returns the layout shift of a page whose font arrives after the first paint. */
async function shiftWithLateFont(page: Page, path: string): Promise<number> {
  const layoutShifts = await recordLayoutShifts(page);
  const release = await holdRequests(page, "**/*.woff2");
  const arrived = page.waitForResponse("**/*.woff2");
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await nextPaint(page);
  release();
  await (await arrived).finished();
  await page.evaluate(() => document.fonts.ready);
  await nextPaint(page);
  return sum(await layoutShifts());
}

/** Waits until the page is painted again. */
const nextPaint = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Sizes without headers, by type of resource. */
type Bytes = Record<"Document" | "Script" | "Stylesheet" | "Font", number>;

interface Loads {
  bytes: Bytes;
  /** What was requested before the page's `load` event. */
  before: { requests: number; bytes: number; scripts: string[] };
}

/** Records what the next page loads, without a cache. The returned function reads it. */
async function recordLoads(page: Page): Promise<() => Promise<Loads>> {
  const requests = new Map<string, { url: string; type: string; header: number; bytes: number }>();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  devtools.on("Network.requestWillBeSent", ({ requestId, request, type }) =>
    requests.set(requestId, { url: request.url, type: type ?? "", header: 0, bytes: 0 }),
  );
  devtools.on("Network.responseReceived", ({ requestId, response }) => {
    const request = requests.get(requestId);
    if (request) request.header = response.encodedDataLength;
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = encodedDataLength - request.header;
  });
  return async () => {
    const late = new Set(await page.evaluate(requestsAfterLoad));
    const all = [...requests.values()].filter(({ url }) => !url.startsWith("data:"));
    const size = (list: typeof all) => sum(list.map(({ bytes }) => bytes));
    const of = (kind: string) => size(all.filter(({ type }) => type === kind));
    const before = all.filter(({ url }) => !late.has(url));
    const scripts = before.filter(({ type }) => type === "Script").map(({ url }) => url);
    return {
      bytes: {
        Document: of("Document"),
        Script: of("Script"),
        Stylesheet: of("Stylesheet"),
        Font: of("Font"),
      },
      before: { requests: before.length, bytes: size(before), scripts },
    };
  };
}

/** Returns the URLs that this page requested after its `load` event had started. */
function requestsAfterLoad(): string[] {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const entries = performance.getEntriesByType("resource");
  return entries.filter(({ startTime }) => page && startTime >= page.loadEventStart).map(({ name }) => name);
}

/** Returns the compressed size of a page in bytes; `fetch` would return the uncompressed one. */
function compressedSize(url: string): Promise<number> {
  return new Promise((done, fail) => {
    get(url, { headers: { "Accept-Encoding": "br" } }, (answer) => {
      let bytes = 0;
      answer.on("data", (part: Buffer) => (bytes += part.length));
      answer.on("end", () => done(bytes));
      answer.on("error", fail);
    }).once("error", fail);
  });
}
