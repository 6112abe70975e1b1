/** Tests of `Watch`, which reports console messages of every page that a test opens. */
import { withoutJavaScript } from "./support/screens.ts";
import { expect, test } from "./support/test.ts";

test("pages of every browser profile are watched", async ({
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
