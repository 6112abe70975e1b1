/** Public pages are cached for all visitors, so their content can't depend on the session. */
import type { Page } from "@playwright/test";
import { signUp } from "./support/accounts.ts";
import { everyPage } from "./support/routes.ts";
import { signInAsStaff } from "./support/screens.ts";
import { Server } from "./support/server.ts";
import { expect, test } from "./support/test.ts";

/** Pages that neither the sitemap nor `PAGES` has. */
const OF_ACCOUNTS = ["/conta", "/auth/esqueci-senha", "/auth/redefinir-senha", "/auth/confirmar"];

/** Headers that a signed-in browser could send. */
async function credentials(page: Page): Promise<Record<string, string>> {
  const token = await page.evaluate(() => localStorage.getItem("auth_token"));
  const cookies = await page.context().cookies();
  return {
    Authorization: `Bearer ${token ?? ""}`,
    "X-Session-Transport": "cookie",
    Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
  };
}

async function ask(url: string, headers: Record<string, string>): Promise<object> {
  const answer = await fetch(url, { headers });
  const { status } = answer;
  const [etag, cookie] = ["etag", "set-cookie"].map((name) => answer.headers.get(name));
  return { url, status, etag, cookie, html: await answer.text() };
}

test("public pages have the same bytes with and without a session", async ({ browser }) => {
  // Every page is rendered three times.
  test.slow();
  const server = await Server.start();
  const contexts = [];
  try {
    for (let profile = 0; profile < 2; profile++) {
      contexts.push(await browser.newContext({ baseURL: server.url }));
    }
    const [visitor, staff] = await Promise.all(contexts.map((context) => context.newPage()));
    if (!visitor || !staff) throw new Error("there are two profiles");
    await signUp(visitor);
    await signInAsStaff(staff);
    const signedIn = [await credentials(visitor), await credentials(staff)];
    await Promise.all(contexts.map((context) => context.close()));

    const roles = [];
    for (const headers of signedIn) {
      const answer = await fetch(`${server.url}/api/auth/me`, { headers });
      roles.push(((await answer.json()) as { role: string }).role);
    }
    expect(roles, "the server knows who asks").toEqual(["user", "admin"]);

    const paths = [...new Set([...(await everyPage(server.url)), ...OF_ACCOUNTS])];
    const seen = [];
    for (const headers of [{}, ...signedIn]) {
      // A restart empties the cache, so that each profile gets newly rendered pages.
      await server.kill();
      await server.restart();
      const pages = [];
      for (const path of paths) pages.push(await ask(server.url + path, headers));
      seen.push(pages);
    }
    const [strangers, visitors, staffs] = seen;
    for (const [place, page] of (strangers ?? []).entries()) {
      expect(page, paths[place]).toMatchObject({ cookie: null });
      expect(visitors?.[place], `${paths[place]} for a visitor`).toEqual(page);
      expect(staffs?.[place], `${paths[place]} for staff`).toEqual(page);
    }
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
    await server.stop();
  }
});
