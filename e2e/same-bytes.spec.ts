/** Public pages are cached for all visitors, so their content must not depend on the session. */
import type { Browser, Page } from "@playwright/test";
import { signUp } from "./support/accounts.ts";
import { everyPage } from "./support/routes.ts";
import { signInAsStaff } from "./support/screens.ts";
import { onServer, Server } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

type Headers = Record<string, string>;

/** Signs in with a new browser profile, and returns headers with its session. */
async function signedInHeaders(
  browser: Browser,
  server: Server,
  signIn: (page: Page) => Promise<unknown>,
): Promise<Headers> {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await signIn(page);
  const token = await page.evaluate(() => localStorage.getItem("auth_token"));
  const cookies = await context.cookies();
  await context.close();
  return {
    Authorization: `Bearer ${token ?? ""}`,
    "X-Session-Transport": "cookie",
    Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
  };
}

async function roleOf(server: Server, headers: Headers): Promise<string> {
  const answer = await fetch(`${server.url}/api/auth/me`, { headers });
  return ((await answer.json()) as { role: string }).role;
}

/** Fetches pages with an empty cache, so that the server renders each of them. */
async function renderAll(server: Server, paths: string[], headers: Headers) {
  await server.kill();
  await server.restart();
  const pages = [];
  for (const path of paths) {
    const answer = await fetch(server.url + path, { headers });
    const etag = answer.headers.get("etag");
    const cookie = answer.headers.get("set-cookie");
    pages.push({ path, status: answer.status, etag, cookie, html: await answer.text() });
  }
  return pages;
}

test("public pages have the same bytes with and without a session", async ({ browser }) => {
  // Every page is rendered three times.
  test.slow();
  await onServer(browser, Server.start(), async (_page, server) => {
    const visitor = await signedInHeaders(browser, server, signUp);
    const staff = await signedInHeaders(browser, server, signInAsStaff);
    expect(await roleOf(server, visitor)).toBe("user");
    expect(await roleOf(server, staff)).toBe("admin");

    const paths = await everyPage(server.url);
    const anonymousPages = await renderAll(server, paths, {});
    const visitorPages = await renderAll(server, paths, visitor);
    const staffPages = await renderAll(server, paths, staff);
    expect(anonymousPages).toHaveLength(paths.length);
    for (const [index, page] of anonymousPages.entries()) {
      expect(page.cookie, page.path).toBeNull();
      expect(visitorPages[index], `${page.path} for a visitor`).toEqual(page);
      expect(staffPages[index], `${page.path} for staff`).toEqual(page);
    }
  });
});
