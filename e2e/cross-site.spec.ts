/** Requests that a page of another site sends from the browser of a signed-in visitor. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { signUp } from "./support/accounts.ts";
import { unique } from "./support/screens.ts";
import { expect, test } from "./support/test.ts";
import { failedCall, failedRequest } from "./support/watch.ts";

/**
 * Test names and hosts of the attacker's page. For a browser, another host is another site. Another port is another origin of
 * the same site, and requests from there have our cookies.
 */
const HOSTS = [
  ["form or call from another site changes nothing", "localhost"],
  ["form or call from another port changes nothing", "127.0.0.1"],
] as const;

/** Serves a page on a free port of a host, which makes it another origin. */
async function serve(host: string, html: string): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    response.statusCode = request.url === "/" ? 200 : 204;
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(request.url === "/" ? html : "");
  });
  await new Promise<void>((done) => server.listen(0, host, done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://${host}:${port}/`, stop: () => server.close() };
}

/** Returns a page that sends a form as soon as it is opened. */
const formPage = (action: string, fields: Record<string, string>) =>
  `<!doctype html><form method="post" action="${action}">${Object.entries(fields)
    .map(([name, value]) => `<input name="${name}" value="${value}">`)
    .join("")}</form><script>document.forms[0].submit()</script>`;

/**
 * Returns a page that calls `url` with the browser's cookies, first as plain text and then as JSON. It can't read the responses.
 * The browser asks the server before it sends JSON.
 */
const callingPage = (url: string, body: string) => `<!doctype html><script>
  const send = (mode, type) =>
    fetch(${JSON.stringify(url)}, {
      method: "POST", credentials: "include", mode, headers: { "Content-Type": type }, body: ${JSON.stringify(body)},
    }).catch(() => undefined);
  Promise.all([send("no-cors", "text/plain"), send("cors", "application/json")]).then(() => (document.title = "done"));
</script>`;

const contact = (name: string) => ({
  name,
  email: "v@vitima.example",
  phone: "1140001234",
  company: "V",
  message: "m",
});

/** Returns a function that lists the statuses of POST requests so far, including those that the page can't read. */
async function watchStatuses(page: Page): Promise<() => (number | undefined)[]> {
  const cdp = await page.context().newCDPSession(page);
  const posts: string[] = [];
  const statuses = new Map<string, number>();
  cdp.on("Network.requestWillBeSent", ({ request, requestId }) => {
    if (request.method === "POST") posts.push(requestId);
  });
  cdp.on("Network.responseReceivedExtraInfo", ({ requestId, statusCode }) => {
    statuses.set(requestId, statusCode);
  });
  await cdp.send("Network.enable");
  return () => posts.map((post) => statuses.get(post)).filter(Boolean);
}

/** Opens a page that sends a form to `to` at once, and returns the status of the response. */
async function sendForm(victim: Page, from: string, to: string): Promise<number> {
  const answered = victim.waitForResponse(
    (response) => response.url() === to && response.request().method() === "POST",
  );
  await victim.goto(from, { waitUntil: "commit" });
  return (await answered).status();
}

/** Returns the status of a call with the page's session: 200 while signed in. */
const sessionStatus = (page: Page) =>
  page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem("auth_token") ?? ""}` };
    return (await fetch("/api/auth/me", { headers })).status;
  });

for (const [title, host] of HOSTS) {
  test(title, async ({ page, context, server, api, watch }) => {
    await signUp(page);
    const name = unique("Forjado");
    const attacks = [
      ["/api/auth/logout", {}],
      ["/api/contacts", contact(name)],
      ["/contato", contact(name)],
    ] as const;
    for (const [path, fields] of attacks) {
      const target = server.url + path;
      watch.allow(failedCall(403, `${path}$`));
      watch.allow(failedRequest(`${path}$`));
      watch.allow(new RegExp(`^error: Access to fetch at '${target}' from origin`));
      const victim = await context.newPage();
      const other = await serve(host, formPage(target, fields));
      expect(await sendForm(victim, other.url, target), `a form to ${path}`).toBe(403);
      other.stop();
      const calling = await serve(host, callingPage(target, JSON.stringify(fields)));
      const statuses = await watchStatuses(victim);
      await victim.goto(calling.url);
      await expect(victim).toHaveTitle("done");
      await expect.poll(statuses, `a call of ${path}: only the plain text is sent`).toEqual([403]);
      calling.stop();
      await victim.close();
      expect(await sessionStatus(page), `still signed in after ${path}`).toBe(200);
    }
    for (const view of ["all", "spam", "trash"]) {
      expect(await api.listContacts(name, view), view).toEqual([]);
    }
  });
}
