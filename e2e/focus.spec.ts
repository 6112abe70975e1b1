/** Visibility of the focus ring on light and dark backgrounds. */
import type { Page } from "@playwright/test";
import { contrast, type Focus, focusOf } from "./support/contrast.ts";
import { ARTICLE } from "./support/routes.ts";
import { openPage, slugOf, unique } from "./support/screens.ts";
import { expect, finishTransitions, test } from "./support/test.ts";

/** Controls on sections that are dark in both color schemes, by page. */
const ON_DARK: Record<string, string[]> = {
  "/": ["Solicite uma Consultoria Gratuita"],
  "/sobre": ["Solicitar Reunião"],
  "/servicos/erps-gestao": ["Solicitar Orçamento"],
  "/blog": ["newsletter-email", "Inscrever-se"],
  [ARTICLE]: ["newsletter-email", "Inscrever-se"],
  "/contato": ["Suporte Emergencial", "Chat Online · WhatsApp"],
  "/newsletter": ["newsletter-email", "Inscrever-se"],
};

/** Returns the focus at every stop of the Tab key, from the top of the page to its end. */
async function tabStops(page: Page): Promise<Focus[]> {
  const found: Focus[] = [];
  for (;;) {
    await page.keyboard.press("Tab");
    await finishTransitions(page);
    const focus = await focusOf(page);
    if (!focus) return found;
    found.push(focus);
    expect(found.length, "the Tab key reaches the end").toBeLessThan(200);
  }
}

/** Returns whether the focus is on a dark section, such as the newsletter box or the call to action at the end of a page. */
const isDark = ({ background }: Focus) => contrast(background, [0, 0, 0]) < 2;

const ratio = ({ outline, background }: Focus) => contrast(outline, background);

/** Returns whether the indicator has a contrast of 3:1 to its surroundings, as in WCAG 1.4.11, and is thick enough. */
const isVisible = (focus: Focus) => ratio(focus) >= 3 && focus.style !== "none" && focus.width >= 2;

const description = (focus: Focus) =>
  `${focus.name}: ${focus.width} px ${focus.style} of rgb(${focus.outline}) on rgb(${focus.background}), ${ratio(focus).toFixed(2)}:1`;

for (const [path, named] of Object.entries(ON_DARK)) {
  test(`${path} shows the focus in the light color scheme`, ({ page }) => checkFocus(page, path, named));
}

// In the dark color scheme the focus ring is the same on every page, so one page is enough.
test.describe("in the dark color scheme", () => {
  test.use({ colorScheme: "dark", contextOptions: { reducedMotion: "reduce" } });

  test("/ shows the focus", ({ page }) => checkFocus(page, "/", ON_DARK["/"] ?? []));
});

/** Checks that the focus is visible at every stop, and that `named` controls are on a dark background. */
async function checkFocus(page: Page, path: string, named: string[]): Promise<void> {
  await openPage(page, path);
  const stops = await tabStops(page);
  const dark = stops.filter(isDark).map(({ name }) => name);
  expect(dark).toEqual(expect.arrayContaining(named));
  expect(stops.filter((focus) => !isVisible(focus)).map(description)).toEqual([]);
}

test("code block wider than its box shows the focus", async ({ page, api }) => {
  const title = unique("Comando longo");
  await api.createPost({ title, content: `\`\`\`\n${"echo olá; ".repeat(40)}\n\`\`\`` });
  await openPage(page, `/blog/${slugOf(title)}`);
  const code = (await tabStops(page)).filter(({ name }) => name === "Código");
  expect(code).toHaveLength(1);
  expect(code.filter((focus) => !isVisible(focus)).map(description)).toEqual([]);
});

test("contrast is computed as WCAG defines it", () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
  expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2);
  expect(contrast([255, 0, 0], [255, 0, 0])).toBe(1);
});
