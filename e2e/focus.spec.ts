/** The focus ring is visible on light and dark backgrounds. */
import type { Page } from "@playwright/test";
import { contrast, type Focus, focusOf } from "./support/contrast.ts";
import { ARTICLE } from "./support/routes.ts";
import { openPage } from "./support/screens.ts";
import { expect, settled, test } from "./support/test.ts";

/** Controls on sections that are dark in both themes, by page. */
const ON_DARK: Record<string, string[]> = {
  "/": ["Solicite uma Consultoria Gratuita"],
  "/sobre": ["Solicitar Reunião"],
  "/servicos/erps-gestao": ["Solicitar Orçamento"],
  "/blog": ["newsletter-email", "Inscrever-se"],
  [ARTICLE]: ["newsletter-email", "Inscrever-se"],
  "/contato": ["Suporte Emergencial", "Chat Online · WhatsApp"],
  "/newsletter": ["newsletter-email", "Inscrever-se"],
};

/** Every stop of the Tab key, from the top of the page to its end. */
async function stops(page: Page): Promise<Focus[]> {
  const found: Focus[] = [];
  for (;;) {
    await page.keyboard.press("Tab");
    await settled(page);
    const focus = await focusOf(page);
    if (!focus) return found;
    found.push(focus);
    expect(found.length, "the Tab key reaches the end").toBeLessThan(200);
  }
}

/** The newsletter box, the call at the end of a page and the emergency block have this background. */
const isDark = ({ background }: Focus) => contrast(background, [0, 0, 0]) < 2;

const ratio = ({ outline, background }: Focus) => contrast(outline, background);

/** WCAG 1.4.11: a focus indicator has a contrast of 3:1 to its surroundings. */
const isVisible = (focus: Focus) => ratio(focus) >= 3 && focus.style !== "none" && focus.width >= 2;

const described = (focus: Focus) =>
  `${focus.name}: ${focus.width} px ${focus.style} of rgb(${focus.outline}) on rgb(${focus.background}), ${ratio(focus).toFixed(2)}:1`;

for (const [path, named] of Object.entries(ON_DARK)) {
  test(`${path} shows the focus in the light theme`, ({ page }) => checkFocus(page, path, named));
}

// The dark theme has the same ring on every page.
test.describe("in the dark theme", () => {
  test.use({ colorScheme: "dark", contextOptions: { reducedMotion: "reduce" } });

  test("/ shows the focus", ({ page }) => checkFocus(page, "/", ON_DARK["/"] ?? []));
});

async function checkFocus(page: Page, path: string, named: string[]): Promise<void> {
  await openPage(page, path);
  const found = await stops(page);
  const dark = found.filter(isDark).map(({ name }) => name);
  expect(dark).toEqual(expect.arrayContaining(named));
  expect(found.filter((focus) => !isVisible(focus)).map(described)).toEqual([]);
}

test("code wider than its box shows the focus", async ({ page, api }) => {
  const slug = `codigo-${Date.now()}`;
  await api.createPost({ title: slug, slug, content: `\`\`\`\n${"echo olá; ".repeat(40)}\n\`\`\`` });
  await openPage(page, `/blog/${slug}`);
  const code = (await stops(page)).filter(({ name }) => name === "Código");
  expect(code).toHaveLength(1);
  expect(code.filter((focus) => !isVisible(focus)).map(described)).toEqual([]);
});

test("contrast is computed as WCAG defines it", () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
  expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2);
  expect(contrast([255, 0, 0], [255, 0, 0])).toBe(1);
});
