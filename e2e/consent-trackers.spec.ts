/** Trackers: what the browser loads and stores before, with and after consent. */
import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import {
  answer,
  configure,
  expectStored,
  notice,
  open,
  preferences,
  press,
  requests,
  test,
  VISIT_SOURCE,
  withdraw,
} from "./support/consent.ts";
import { ARTICLE } from "./support/routes.ts";
import { slugOf, unique, waitUntilStarted } from "./support/screens.ts";
import type { Server } from "./support/server.ts";
import { expect } from "./support/test.ts";
import { IDS, REQUESTS, stubTrackers } from "./support/trackers.ts";
import { missingPage, type Watch } from "./support/watch.ts";

const PATHS = ["/", "/contato", ARTICLE];
const ALL = [...REQUESTS.facebook_pixel, ...REQUESTS.google_analytics, ...REQUESTS.hotjar].sort();

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
  await waitUntilStarted(page);
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
