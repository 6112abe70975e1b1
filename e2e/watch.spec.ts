/** Tests of `Watch`, which reports console messages of every page that a test opens. */
import { withoutJavaScript } from "./support/screens.ts";
import { expect, test } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

test("pages of every browser profile are watched, also without JavaScript", async ({
  page,
  browser,
  server,
  anotherContext,
  watch,
}) => {
  const ownContext = await browser.newContext({ baseURL: server.url });
  const pages = [page, await (await anotherContext()).newPage(), await ownContext.newPage()];
  for (const [number, opened] of pages.entries()) {
    await opened.goto("/healthz/live");
    await opened.evaluate((text) => console.error(text), `page ${number}`);
  }
  const expected = pages.map((_, number) => `console error: page ${number}`);
  await expect.poll(() => watch.problems).toEqual(expected);
  await ownContext.close();

  await withoutJavaScript(browser, server.url, async (plain) => {
    await plain.route("**/policy", (route) =>
      route.fulfill({
        contentType: "text/html",
        headers: { "Content-Security-Policy": "default-src 'none'" },
        body: "<style>p { color: red }</style>",
      }),
    );
    await plain.goto("/policy");
    await expect.poll(() => watch.problems.join()).toContain("Content Security Policy");
  });
  watch.clear();
});

test("allowed failure hides no failure with another status or path", async ({ page, server, watch }) => {
  watch.allow(failedCall(404, "/falha$"));
  await page.route("**/falha*", (route) =>
    route.fulfill({ status: route.request().url().endsWith("?404") ? 500 : 404 }),
  );
  await page.goto("/");
  for (const path of ["/falha", "/falha?404", "/falhas"]) {
    await page.evaluate(async (path) => void (await fetch(path)), path);
  }
  const failure = "console error: Failed to load resource: the server responded with a status of";
  await expect
    .poll(() => watch.problems)
    .toEqual([
      `${failure} 500 (Internal Server Error) ${server.url}/falha?404`,
      `${failure} 404 (Not Found) ${server.url}/falhas`,
    ]);
  watch.clear();
});
