/** The `test` of every spec, with one server per worker and a watch that fails tests on page errors. */
import { type BrowserContext, expect, type Page, test as base } from "@playwright/test";
import axe, { type RunOnly } from "axe-core";
import { Api } from "./api.ts";
import { readContent } from "./content.ts";
import { MailServer } from "./mail-server.ts";
import { Server } from "./server.ts";
import { Watch } from "./watch.ts";

const DEMO = readContent("settings.json") as Record<"company" | "contact", Record<string, string>>;

interface TestFixtures {
  /** Watches every page of the test, in every browser profile. */
  watch: Watch;
  /** Opens another browser profile. */
  anotherContext: () => Promise<BrowserContext>;
  /** Client of the API with an administrator's session. */
  api: Api;
}

/** Saves the demo company's data as the site's own, because the server blanks it when the first administrator is created. */
async function showDemoCompany(server: Server): Promise<void> {
  const api = await Api.signIn(server.url);
  const { founded, employees, location } = DEMO.company;
  const { phone, whatsapp, email, address } = DEMO.contact;
  await api.updateSettings("company", { founded, employees, location });
  await api.updateSettings("contact", { phone, whatsapp, email, address });
}

/** Runs a server with the demo company's facts. `variables` are further environment variables. */
export async function runServer(
  use: (server: Server) => Promise<void>,
  variables: Record<string, string> = {},
): Promise<void> {
  const server = await Server.start(variables);
  await showDemoCompany(server);
  await use(server);
  await server.stop();
}

export const test = base.extend<TestFixtures, { server: Server }>({
  server: [async ({}, use) => runServer(use), { scope: "worker" }],
  baseURL: async ({ server }, use) => use(server.url),
  watch: [
    async ({ browser }, use) => {
      const watch = new Watch();
      const add = (context: BrowserContext) => watch.add(context);
      browser.on("context", add);
      await use(watch);
      browser.off("context", add);
      expect(watch.problems, "problems on the pages of this test").toEqual([]);
    },
    { auto: true },
  ],
  anotherContext: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL: server.url });
      contexts.push(context);
      return context;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
  api: async ({ server }, use) => use(await Api.signIn(server.url)),
});

/**
 * Returns a `test` whose server is not shared with other `test`s, for tests that change every page or count all records. Each
 * worker starts one such server per call of this function. Files that import the same `test`, such as that of
 * `support/settings.ts`, share it within a worker.
 */
export const testsOnOwnServer = () =>
  test.extend<object, { server: Server }>({
    server: [async ({}, use) => runServer(use), { scope: "worker" }],
  });

/** Returns a `test` with its own server, which sends its mail to `mail`. */
export const testsWithMail = () =>
  test.extend<object, { mail: MailServer; server: Server }>({
    mail: [
      async ({}, use) => {
        const mail = await MailServer.start();
        await use(mail);
        await mail.stop();
      },
      { scope: "worker" },
    ],
    server: [async ({ mail }, use) => runServer(use, mail.variables), { scope: "worker" }],
  });

export { expect };

const RULES: Record<"light" | "dark", RunOnly> = {
  light: {
    type: "tag",
    values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  },
  // Other rules give the same result in both color schemes.
  dark: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
};

/** Checks WCAG 2.2 AA and the best practices of axe, in both color schemes and at the widths of a phone and a desktop. */
export async function expectAccessible(page: Page, widths = [390, 1440]): Promise<void> {
  // Stale content is dimmed until the next version replaces it. A busy button keeps its contrast.
  await expect(page.locator("[aria-busy=true]:not(button)")).toHaveCount(0);
  const size = page.viewportSize();
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await showWholePage(page, width);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await finishTransitions(page);
      const found = await page.evaluate(violations, RULES[colorScheme]);
      expect.soft(found, `${new URL(page.url()).pathname}, ${colorScheme}, ${width} px`).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  if (size) await page.setViewportSize(size);
}

/**
 * Makes the window as tall as the page if it has the bottom bar. The bar covers content that scrolls under it, which axe
 * reports as too small targets.
 */
async function showWholePage(page: Page, width: number): Promise<void> {
  if (!(await page.locator(".reach-bar").isVisible())) return;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
}

/** Runs axe within the page, without frames: their pages have their own tests. */
async function violations(runOnly: RunOnly): Promise<string[]> {
  const { axe: loaded } = globalThis as unknown as { axe: typeof axe };
  const found = await loaded.run(document, {
    runOnly,
    iframes: false,
    preload: false,
    resultTypes: ["violations"],
  });
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(" | ")}`);
}

/** Finishes CSS transitions, so that colors have their final values. */
export async function finishTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    for (const transition of transitions) transition.finish();
    if (transitions.length > 0) await frame();
  });
}
