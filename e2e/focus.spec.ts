/** Whoever goes from control to control by keyboard sees where they are, on light ground and on dark. */
import type { Page } from "@playwright/test";
import { contrast, type Focus, focusOf } from "./support/contrast.ts";
import { ARTICLE } from "./support/routes.ts";
import { openPage } from "./support/screens.ts";
import { expect, settled, test } from "./support/test.ts";

/** Controls on the bands that are dark in both themes, of which each page here has one at least. */
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
    expect(found.length, "the Tab key comes to an end").toBeLessThan(200);
  }
}

/** The newsletter's box, the last call of a page, the urgent block: all of them use the same ground. */
const isDark = ({ ground }: Focus) => contrast(ground, [0, 0, 0]) < 2;

const ratio = ({ outline, ground }: Focus) => contrast(outline, ground);

/** WCAG 1.4.11: whatever says where the focus is has 3:1 against what is around it. */
const isSeen = (focus: Focus) => ratio(focus) >= 3 && focus.style !== "none" && focus.width >= 2;

const described = (focus: Focus) =>
  `${focus.name}: ${focus.width} px ${focus.style} of rgb(${focus.outline}) on rgb(${focus.ground}), ${ratio(focus).toFixed(2)}:1`;

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" } });

    // The dark theme has the same ring everywhere: one page of it will do.
    for (const [path, named] of Object.entries(ON_DARK).slice(0, colorScheme === "dark" ? 1 : undefined)) {
      test(`${path} shows where the focus is`, async ({ page }) => {
        await openPage(page, path);
        const found = await stops(page);
        const dark = found.filter(isDark).map(({ name }) => name);
        expect(dark).toEqual(expect.arrayContaining(named));
        expect(found.filter((focus) => !isSeen(focus)).map(described)).toEqual([]);
      });
    }

    test("so does code that is wider than its box", async ({ page, api }) => {
      const slug = `codigo-${colorScheme}-${Date.now()}`;
      await api.createPost({ title: slug, slug, content: `\`\`\`\n${"echo olá; ".repeat(40)}\n\`\`\`` });
      await openPage(page, `/blog/${slug}`);
      const code = (await stops(page)).filter(({ name }) => name === "Código");
      expect(code).toHaveLength(1);
      expect(code.filter((focus) => !isSeen(focus)).map(described)).toEqual([]);
    });
  });
}

test("contrast is reckoned as WCAG has it", () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
  expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2);
  expect(contrast([255, 0, 0], [255, 0, 0])).toBe(1);
});
