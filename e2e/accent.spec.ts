/** The company's accent color: any color can be chosen, and the site stays legible with it. */
import type { Locator, Page } from "@playwright/test";
import { contrast, hex, textColorsOf } from "./support/contrast.ts";
import { openPage, signInAsStaff, toast } from "./support/screens.ts";
import { GENERAL, openSettings } from "./support/settings.ts";
import { expect, expectAccessible, finishTransitions, testsOnOwnServer } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

const test = testsOnOwnServer();
// The first test expects the default color.
test.describe.configure({ mode: "serial" });

const YELLOW = "#ffd400";

const accent = (page: Page) => page.getByRole("group", { name: "Cor de destaque" });
const colorField = (page: Page) => accent(page).getByRole("textbox", { name: "Cor de destaque" });
const adjustment = (page: Page) => accent(page).getByRole("status");
/** The sample of a color scheme. Its name contains the color that the site uses. */
const sample = (page: Page, scheme: "claro" | "escuro") =>
  accent(page).getByRole("img", { name: `no tema ${scheme}` });

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Salvar Informações" }).click();
  await expect(toast(page, "Informações da empresa salvas!")).toBeVisible();
}

/** Returns the color in the name of a sample, or "none". */
async function colorOf(shown: Locator): Promise<string> {
  const name = (await shown.getAttribute("aria-label")) ?? "";
  return /#[\da-f]{6}/.exec(name)?.[0] ?? "none";
}

/** Opens the home page in a color scheme. Checks the contrast of text on the accent color, and of text in the accent color. */
async function expectLegible(page: Page, scheme: "light" | "dark", expected: string): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await openPage(page, "/");
  const button = page.getByRole("main").getByRole("link").and(page.locator(".bg-accent")).first();
  const onButton = await textColorsOf(button);
  expect(hex(onButton.background), scheme).toBe(expected);
  expect(contrast(onButton.text, onButton.background), scheme).toBeGreaterThanOrEqual(4.5);
  await button.hover();
  await finishTransitions(page);
  const hovered = await textColorsOf(button);
  expect(hex(hovered.background), `${scheme}, under the pointer`).not.toBe(expected);
  expect(contrast(hovered.text, hovered.background), `${scheme}, under the pointer`).toBeGreaterThanOrEqual(
    4.5,
  );
  const inAccent = page.getByRole("main").locator(".text-accent:visible:not(svg)");
  expect(await inAccent.count()).toBeGreaterThan(2);
  for (const element of await inAccent.all()) {
    const { text, background } = await textColorsOf(element);
    expect(hex(text)).toBe(expected);
    expect(contrast(text, background), `${scheme}: ${await element.innerText()}`).toBeGreaterThanOrEqual(4.5);
  }
}

test("yellow accent color is adjusted until the site is legible in both color schemes", async ({ page }) => {
  test.slow();
  await signInAsStaff(page);
  await openSettings(page, GENERAL);
  await expect(colorField(page)).toHaveValue("");
  await expect(adjustment(page)).toBeEmpty();
  const design = await colorOf(sample(page, "claro"));
  await colorField(page).fill("FFD400");
  await expect(adjustment(page)).toContainText(`Cor ajustada. A cor ${YELLOW} é clara demais`);
  const [inLight, inDark] = [await colorOf(sample(page, "claro")), await colorOf(sample(page, "escuro"))];
  expect(inDark, "legible as chosen").toBe(YELLOW);
  expect([YELLOW, design, "none"]).not.toContain(inLight);
  await expect(adjustment(page)).toContainText(`O site usa ${inLight}`);
  await expectAccessible(page);
  await save(page);
  await expect(colorField(page)).toHaveValue(YELLOW);
  // The panel has the color without a reload. The pointer would show the button's hover color.
  await page.mouse.move(0, 0);
  const button = page.getByRole("button", { name: "Salvar Informações" });
  await expect.poll(async () => hex((await textColorsOf(button)).background)).toBe(inLight);

  await expectLegible(page, "light", inLight);
  await expectAccessible(page);
  await expectLegible(page, "dark", inDark);
  await page.emulateMedia({ colorScheme: null });
  await openSettings(page, GENERAL);
  await expect(colorField(page)).toHaveValue(YELLOW);
  await expect.poll(async () => hex((await textColorsOf(button)).background)).toBe(inLight);
});

test("accent color is chosen from suggestions or a palette, and reset", async ({ page, watch }) => {
  watch.allow(failedCall(422));
  await signInAsStaff(page);
  await openSettings(page, GENERAL);
  const purple = accent(page).getByRole("button", { name: "Roxo" });
  await purple.click();
  await expect(purple).toHaveAttribute("aria-pressed", "true");
  await expect(adjustment(page)).toContainText("aparece como você escolheu. No tema escuro, o site usa");
  await expect(adjustment(page)).not.toContainText("ajustada");
  const chosen = await colorField(page).inputValue();
  expect(await colorOf(sample(page, "claro"))).toBe(chosen);
  await accent(page).getByLabel("Escolher em uma paleta").fill("#0b57d0");
  await expect(colorField(page)).toHaveValue("#0b57d0");
  await expect(purple).toHaveAttribute("aria-pressed", "false");

  await colorField(page).fill("azul");
  await page.getByRole("button", { name: "Salvar Informações" }).click();
  await expect(colorField(page)).toHaveAccessibleDescription(/Informe a cor com seis dígitos/);
  await expect(colorField(page)).toHaveValue("azul");
  await colorField(page).fill("#0b57d0");
  await save(page);
  await openPage(page, "/");
  const styles = page.locator("head link[rel=stylesheet]");
  await expect(styles).toHaveAttribute("href", /\/site-0b57d0\.css/);

  await openSettings(page, GENERAL);
  await accent(page).getByRole("button", { name: "Voltar à cor padrão" }).click();
  await expect(colorField(page)).toHaveValue("");
  await expect.poll(() => colorOf(sample(page, "claro"))).toBe("#00693f");
  await save(page);
  await expect(page.locator("head link#colors")).toHaveCount(0);
  await openPage(page, "/");
  await expect(styles, "the stylesheet of all sites").toHaveAttribute("href", /\/entry-site/);
});

test("printed page has black text and marks in the accent color", async ({ page }) => {
  await signInAsStaff(page);
  await openSettings(page, GENERAL);
  await accent(page).getByRole("button", { name: "Magenta" }).click();
  const chosen = await colorField(page).inputValue();
  await save(page);
  await openPage(page, "/");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const tokens = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return ["--accent", "--on-accent", "--night-signal"].map((name) => style.getPropertyValue(name));
  });
  expect(tokens).toEqual([chosen, "#000", chosen]);
});
