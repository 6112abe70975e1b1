/** Consent to trackers: what the browser loads and stores before, with and after it. */
import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { ARTICLE } from "./support/routes.ts";
import { bottomOf, recordLayoutShifts, slugOf, topOf, unique, waitUntilHydrated } from "./support/screens.ts";
import type { Server } from "./support/server.ts";
import { expect, expectAccessible, testsOnOwnServer } from "./support/test.ts";
import { IDS, NO_IDS, REQUESTS, stubTrackers } from "./support/trackers.ts";
import { missingPage, type Watch } from "./support/watch.ts";

const test = testsOnOwnServer();

const PATHS = ["/", "/contato", ARTICLE];
const ALL = [...REQUESTS.facebook_pixel, ...REQUESTS.google_analytics, ...REQUESTS.hotjar].sort();

const notice = (page: Page) => page.getByRole("region", { name: /cookies/ });
/** The button in the footer that opens the notice again. */
const preferences = (page: Page) =>
  page.getByRole("contentinfo").getByRole("button", { name: "Preferências de cookies" });
const press = (page: Page, name: string) => notice(page).getByRole("button", { name }).click();

/** Saves the company's ids; missing ones are cleared. */
const configure = async (server: Server, ids: Partial<typeof IDS>) =>
  (await Api.signIn(server.url)).updateSettings("analytics", { ...NO_IDS, ...ids });

/** Key that the site's own measurement of visits stores without consent, until the tab is closed. */
const VISIT_SOURCE = "visit_source";

/** Checks the names of cookies and the keys in the browser's storage. Visits are recorded after the page is loaded. */
async function expectStored(page: Page, ...names: string[]): Promise<void> {
  const stored = async () => {
    const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    const cookies = await page.context().cookies();
    return [...keys, ...cookies.map(({ name }) => name)].sort();
  };
  await expect.poll(stored, new URL(page.url()).pathname).toEqual(names.sort());
}

/** Returns the logged requests, sorted, without the referrer. */
const requests = (log: readonly string[]) => log.map((request) => request.split("&rl=")[0]).sort();

/** Opens a page and waits until it has loaded everything. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitUntilHydrated(page);
  await page.waitForLoadState("networkidle");
}

/** Runs an action that answers the notice. Waits until the answer is in the ledger and the services are loaded. */
async function answer(page: Page, action: () => Promise<void>): Promise<void> {
  const sent = page.waitForResponse("**/api/consents");
  await action();
  expect((await sent).status()).toBe(204);
  await page.waitForLoadState("networkidle");
}

/** Runs an action that withdraws consent. Waits until the page is loaded again, which can be before the response. */
async function withdraw(page: Page, action: () => Promise<void>): Promise<void> {
  const sent = page.waitForRequest("**/api/consents");
  const loaded = page.waitForEvent("load");
  await action();
  await Promise.all([sent, loaded]);
  await page.waitForLoadState("networkidle");
}

/** Address of a featured image of another site, without the scheme. */
const REMOTE_IMAGE = "img.exemplo.com.br/capa.png";

/** Creates a post with an image of another site. Returns the post's path, and a function that deletes the post. */
async function createPostWithRemoteImage(
  server: Server,
  watch: Watch,
): Promise<{ path: string; remove: () => Promise<void> }> {
  watch.allowHosts([new URL(`https://${REMOTE_IMAGE}`).hostname]);
  const api = await Api.signIn(server.url);
  const title = unique("Imagem de outro site");
  const { id } = await api.createPost({ title, featured_image: `https://${REMOTE_IMAGE}` });
  return { path: `/blog/${slugOf(title)}`, remove: () => api.deletePost(id) };
}

test("before consent nothing but a post's own image is loaded from other hosts, and nothing is stored", async ({
  page,
  context,
  server,
  watch,
}) => {
  await configure(server, IDS);
  const log = await stubTrackers(context, watch);
  for (const path of [...PATHS, ...PATHS]) {
    await open(page, path);
    await expect(notice(page), path).toBeVisible();
    await expectStored(page, VISIT_SOURCE);
  }
  for (const path of ["/auth", "/conta", "/blog?busca=backup", "/nada"]) {
    watch.allow(missingPage("/nada$"));
    await open(page, path);
    await expect(notice(page), path).toHaveCount(0);
    await expect(preferences(page), path).toHaveCount(0);
  }
  expect(log).toEqual([]);
  const post = await createPostWithRemoteImage(server, watch);
  for (const view of ["first", "later"]) {
    log.length = 0;
    await open(page, post.path);
    await expect(notice(page), view).toBeVisible();
    await expectStored(page, VISIT_SOURCE);
    expect(log, view).toEqual([REMOTE_IMAGE]);
  }
  await post.remove();
});

test("without JavaScript nothing is asked or stored, and no tracker is loaded", async ({
  browser,
  server,
  watch,
}) => {
  await configure(server, IDS);
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
  const log = await stubTrackers(context, watch);
  const page = await context.newPage();
  const post = await createPostWithRemoteImage(server, watch);
  for (const path of ["/", "/contato", post.path]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(notice(page)).toHaveCount(0);
    await expect(preferences(page)).toBeHidden();
    expect(log, path).toEqual(path === post.path ? [REMOTE_IMAGE] : []);
  }
  expect(await context.cookies()).toEqual([]);
  await post.remove();
  await context.close();
});

/** Checks that the page refuses scripts of other hosts, scripts over http, and inline scripts. */
async function expectOnlyKnownScripts(page: Page, watch: Watch): Promise<void> {
  watch.allow(/^error: This document requires 'TrustedScript(URL)?' assignment/);
  const isRefused = (property: "src" | "text", value: string) =>
    page.evaluate(
      ([property, value]) => {
        try {
          document.createElement("script")[property] = value;
          return false;
        } catch {
          return true;
        }
      },
      [property, value] as const,
    );
  expect(await isRefused("src", "https://outro.example/a.js")).toBe(true);
  expect(await isRefused("src", "http://www.googletagmanager.com/a.js")).toBe(true);
  expect(await isRefused("text", "alert(1)")).toBe(true);
}

test("accepted trackers run under the policy, and a withdrawal ends them", async ({
  page,
  context,
  server,
  watch,
}) => {
  await configure(server, IDS);
  const log = await stubTrackers(context, watch);
  await open(page, "/");
  await answer(page, () => press(page, "Aceitar"));
  await expect(notice(page)).toHaveCount(0);
  await expect.poll(() => requests(log)).toEqual(ALL);
  const names = ["_fbp", "_ga", "_hjSessionUser_7654321", "_hjUserAttributes", "lastExternalReferrer"];
  await expectStored(page, ...names, "consent", VISIT_SOURCE);

  await expectOnlyKnownScripts(page, watch);

  await open(page, "/blog?busca=backup");
  log.length = 0;
  await page.getByRole("banner").getByRole("link", { name: "Sobre" }).first().click();
  await page.waitForURL("**/sobre");
  await expect.poll(() => requests(log)).toEqual(ALL);
  const referrer = encodeURIComponent(`${server.url}/blog`);
  expect(log.find((request) => request.startsWith("www.facebook.com"))).toMatch(
    new RegExp(`&rl=${referrer}$`),
  );
  log.length = 0;
  await open(page, "/auth");
  expect(log).toEqual([]);

  await open(page, "/");
  await expect.poll(() => requests(log)).toEqual(ALL);
  await preferences(page).click();
  log.length = 0;
  await withdraw(page, () => press(page, "Recusar"));
  await waitUntilHydrated(page);
  for (const path of PATHS) await open(page, path);
  expect(log).toEqual([]);
  await expectStored(page, "consent", VISIT_SOURCE);
});

/**
 * Starts a tracker that sends continuously, and when the page is clicked, hidden, unloaded or shown again. Requests sent by such
 * an event after the refusal was stored, and all later ones, are marked `refused`.
 */
const startSending = (page: Page) =>
  page.evaluate(() => {
    const socket = new WebSocket("wss://ws.hotjar.com/");
    let isRefused = false;
    const send = () => {
      const url = `https://region1.google-analytics.com/g/collect?en=${isRefused ? "refused" : "agreed"}`;
      navigator.sendBeacon(url);
      new Image().src = url;
      void fetch(url, { mode: "no-cors", keepalive: true }).catch(() => undefined);
      if (socket.readyState === WebSocket.OPEN) socket.send(url);
    };
    const onEvent = () => {
      isRefused = (localStorage.getItem("consent") ?? "").includes('"categories":[]');
      send();
    };
    for (const name of ["click", "storage", "visibilitychange", "pagehide", "pageshow"]) {
      addEventListener(name, onEvent, name !== "click");
    }
    setInterval(send, 250);
  });

test("choice in one tab applies to the others, and trackers send nothing after a withdrawal", async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.allow(
    /^error: .* violates the following Content Security Policy directive: "default-src 'self' data:/,
  );
  watch.allow(/^error: Fetch API cannot load .* Refused to connect because it violates the document's/);
  await configure(server, IDS);
  const log = await stubTrackers(context, watch);
  await context.routeWebSocket("wss://ws.hotjar.com/", (socket) => {
    socket.onMessage((message) => log.push(String(message)));
  });
  const other = await context.newPage();
  const restored = await context.newPage();
  // Like a page of the back/forward cache, which is shown again before it gets the event `storage`.
  await restored.addInitScript(() => {
    addEventListener("storage", (event) => event.stopImmediatePropagation());
  });
  for (const each of [page, other, restored]) await open(each, "/");
  await answer(page, () => press(page, "Aceitar"));
  await expect(notice(other)).toHaveCount(0);
  const show = () => document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  await restored.evaluate(show);
  await expect(notice(restored)).toHaveCount(0);
  await expect.poll(() => requests(log)).toEqual([...ALL, ...ALL, ...ALL].sort());

  // A storage event with the same choice doesn't close the open preferences.
  await preferences(other).click();
  await page.evaluate(() => localStorage.setItem("consent", `${localStorage.getItem("consent")} `));
  await expect(notice(other)).toBeVisible();

  const pages = [page, other, restored];
  for (const each of pages) await startSending(each);
  await expect.poll(() => log.filter((request) => request.includes("en=agreed")).length).toBeGreaterThan(12);
  // Delays the reloads after the withdrawal, so that the old pages have time to send.
  await context.route(`${server.url}/`, async (route) => {
    await new Promise((done) => setTimeout(done, 500));
    await route.fallback();
  });
  const reloads = pages.map((each) => each.waitForEvent("load"));
  await preferences(page).click();
  await press(page, "Recusar");
  await Promise.all(reloads.slice(0, 2)); // the restored page reloads when it is shown
  await restored.evaluate(show);
  await Promise.all(reloads);
  for (const each of pages) await each.waitForLoadState("networkidle");
  expect(log.filter((request) => request.includes("en=refused"))).toEqual([]);
  for (const each of pages) await expectStored(each, "consent", VISIT_SOURCE);
});

test("only trackers of the chosen categories are loaded", async ({ page, context, server, watch }) => {
  await configure(server, IDS);
  const log = await stubTrackers(context, watch);
  await open(page, "/");
  await press(page, "Escolher");
  for (const name of ["Estatísticas", "Marketing"]) {
    await expect(notice(page).getByRole("checkbox", { name })).not.toBeChecked();
  }
  await notice(page).getByRole("checkbox", { name: "Estatísticas" }).check();
  await answer(page, () => press(page, "Salvar escolha"));
  await expect(page.getByText("Escolha salva.")).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  const statistics = [...REQUESTS.google_analytics, ...REQUESTS.hotjar].sort();
  await expect.poll(() => requests(log)).toEqual(statistics);

  await preferences(page).click();
  await expect(notice(page).getByRole("checkbox", { name: "Estatísticas" })).toBeChecked();
  await notice(page).getByRole("checkbox", { name: "Marketing" }).check();
  log.length = 0;
  await answer(page, () => press(page, "Salvar escolha"));
  await expect.poll(() => requests(log)).toEqual(REQUESTS.facebook_pixel);

  await preferences(page).click();
  await notice(page).getByRole("checkbox", { name: "Estatísticas" }).uncheck();
  log.length = 0;
  await withdraw(page, () => press(page, "Salvar escolha"));
  await expect.poll(() => requests(log)).toEqual(REQUESTS.facebook_pixel);
  await expectStored(page, "_fbp", "consent", "lastExternalReferrer", VISIT_SOURCE);
  await expect(page.getByText(/Apagamos deste navegador os cookies/)).toBeVisible();
});

test("double click that opens the preferences stores no choice", async ({ page, context, server, watch }) => {
  await configure(server, IDS);
  await stubTrackers(context, watch);
  await open(page, "/");
  await notice(page).getByRole("button", { name: "Escolher" }).dblclick();
  await expect(notice(page).getByRole("heading", { name: "Preferências de cookies" })).toBeFocused();
  await expectStored(page, VISIT_SOURCE);
});

test("visitors are asked again after six months, and when texts or services change", async ({
  page,
  server,
}) => {
  await configure(server, { hotjar: IDS.hotjar });
  await open(page, "/");
  await answer(page, () => press(page, "Recusar"));
  await open(page, "/");
  await expect(notice(page)).toHaveCount(0);
  const setChoiceAge = (days: number) =>
    page.evaluate((days) => {
      const choice = JSON.parse(localStorage.getItem("consent") ?? "") as { at: string };
      choice.at = new Date(Date.now() - days * 86_400_000).toISOString();
      localStorage.setItem("consent", JSON.stringify(choice));
    }, days);
  await setChoiceAge(181);
  await open(page, "/");
  await expect(notice(page)).toHaveCount(0);
  await setChoiceAge(183);
  await open(page, "/");
  await expect(notice(page)).toBeVisible();
  await expectStored(page, VISIT_SOURCE);
  await answer(page, () => press(page, "Recusar"));
  await configure(server, { hotjar: IDS.hotjar, facebook_pixel: IDS.facebook_pixel });
  await open(page, "/");
  await expect(notice(page)).toBeVisible();
  await answer(page, () => press(page, "Recusar"));
  await page.evaluate(() => {
    const choice = JSON.parse(localStorage.getItem("consent") ?? "") as { version: string };
    localStorage.setItem("consent", JSON.stringify({ ...choice, version: "0000000000000000" }));
  });
  await open(page, "/");
  await expect(notice(page)).toBeVisible();
});

test("Global Privacy Control counts as a refusal until the visitor opens the preferences", async ({
  page,
  context,
  server,
  watch,
}) => {
  await configure(server, { google_analytics: IDS.google_analytics });
  const log = await stubTrackers(context, watch);
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, "globalPrivacyControl", { value: true }),
  );
  await open(page, "/");
  await expect(preferences(page)).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  await expectStored(page);
  expect(log).toEqual([]);
  await preferences(page).click();
  await expect(notice(page)).toContainText("pede que sites não rastreiem você");
  await answer(page, () => press(page, "Aceitar"));
  await expect.poll(() => requests(log)).toEqual(REQUESTS.google_analytics);
});

test("footer of a page without trackers leads to the preferences", async ({ page, server }) => {
  await configure(server, IDS);
  await open(page, "/privacidade/pedido");
  await page.getByRole("contentinfo").getByRole("link", { name: "Preferências de cookies" }).click();
  const heading = notice(page).getByRole("heading", { name: "Preferências de cookies" });
  await expect(heading).toBeFocused();
  expect(new URL(page.url()).hash).toBe("");
  await answer(page, () => press(page, "Recusar"));
  await page.reload();
  await waitUntilHydrated(page);
  await expect(preferences(page)).toBeVisible();
  await expect(heading).toHaveCount(0);
});

test("notice causes no layout shift and covers neither footer nor contact bar", async ({ page, server }) => {
  await configure(server, IDS);
  const layoutShifts = await recordLayoutShifts(page);
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, "/");
    await expect(notice(page)).toBeInViewport({ ratio: 1 });
    expect(await layoutShifts(), `${width} px`).toEqual([]);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect(await bottomOf(preferences(page))).toBeLessThanOrEqual(await topOf(notice(page)));
    if (width === 390) {
      const bar = page.getByRole("navigation", { name: "Fale com a equipe" });
      expect(await bottomOf(notice(page))).toBeLessThanOrEqual(Math.ceil(await topOf(bar)));
    }
  }
});

test("notice has buttons of equal size for both answers, is accessible and works by keyboard", async ({
  page,
  server,
}) => {
  await configure(server, IDS);
  await open(page, "/");
  const buttons = notice(page).getByRole("button");
  const [accept, refuse] = await Promise.all([buttons.nth(0).boundingBox(), buttons.nth(1).boundingBox()]);
  expect(accept).not.toBeNull();
  expect([accept?.width, accept?.height]).toEqual([refuse?.width, refuse?.height]);
  const stops = [
    page.getByRole("link", { name: "Pular para o conteúdo" }),
    notice(page).getByRole("link"),
    ...(await buttons.all()),
    page.getByRole("banner").getByRole("link").first(),
  ];
  for (const stop of stops) {
    await page.keyboard.press("Tab");
    await expect(stop).toBeFocused();
  }
  await expectAccessible(page);
  await buttons.getByText("Escolher").focus();
  await page.keyboard.press("Enter");
  await expect(notice(page).getByRole("heading", { name: "Preferências de cookies" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(notice(page).getByRole("button", { name: "Escolher" })).toBeFocused();
  await answer(page, () => press(page, "Recusar"));
  await preferences(page).click();
  await expect(notice(page)).toContainText(/Código desta escolha: [0-9a-f-]{36}/);
  await page.keyboard.press("Escape");
  await expect(preferences(page)).toBeFocused();
  await expect(notice(page)).toHaveCount(0);
});
