/** The `test` of every spec: one server per worker, and pages that fail their test when they misbehave. */
import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, expect, type Page, test as base } from "@playwright/test";
import { Api } from "./api.ts";
import { Server } from "./server.ts";
import { Watch } from "./watch.ts";

interface TestFixtures {
  /** Watches every page of the test, in whatever profile it is opened. */
  watch: Watch;
  /** Opens another browser profile. */
  anotherContext: () => Promise<BrowserContext>;
  /** A staff member who talks to the API directly. */
  api: Api;
}

export const test = base.extend<TestFixtures, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  watch: [
    async ({ browser }, use) => {
      const watch = new Watch();
      const add = (context: BrowserContext) => watch.add(context);
      browser.on("context", add);
      await use(watch);
      browser.off("context", add);
      expect(watch.problems, "the pages of this test misbehaved").toEqual([]);
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

export { expect };

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rest is the same in both themes. */
const OF_COLORS = ["color-contrast", "link-in-text-block"];

/** WCAG 2.2 AA as far as a machine can tell, in both themes and on a phone and a desk. */
export async function expectAccessible(page: Page, widths = [390, 1440]): Promise<void> {
  // What is about to be replaced is dimmed, and not what is looked at here.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const size = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await settled(page);
      // Within the page itself: the other way opens a new one for each look, for frames of other sites.
      const axe = new AxeBuilder({ page }).setLegacyMode();
      const { violations } = await (
        colorScheme === "light" ? axe.withTags(WCAG) : axe.withRules(OF_COLORS)
      ).analyze();
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(" | ")}`,
      );
      expect.soft(found, `${new URL(page.url()).pathname}, ${colorScheme}, ${width} px`).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  if (size) await page.setViewportSize(size);
}

/** Colours half-way from one theme to the other are nobody's. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map((transition) => transition.finished));
  });
}
