/** The company's accent color: any color can be chosen, and the site stays legible with it. */
import type { Locator, Page } from "@playwright/test";
import { contrast, hex, textColorsOf } from "./support/contrast.ts";
import { openPage, signInAsStaff, toast } from "./support/screens.ts";
import { expect, expectAccessible, settled, testsWithServerOfTheirOwn } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

/** These tests change every page, so they share no server with other files. */
const test = testsWithServerOfTheirOwn();

const GENERAL = "/admin/general-settings";
const YELLOW = "#ffd400";

const accent = (page: Page) => page.getByRole("group", { name: "Cor de destaque" });
const box = (page: Page) => accent(page).getByRole("textbox", { name: "Cor de destaque" });
const said = (page: Page) => accent(page).getByRole("status");
const sample = (page: Page, theme: "claro" | "escuro") =>
  accent(page).getByRole("img", { name: `no tema ${theme}` });

async function open(page: Page): Promise<void> {
  await page.goto(GENERAL);
  await expect(page.locator("form[aria-busy=true]")).toHaveCount(0);
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Salvar Informações" }).click();
  await expect(toast(page, "Informações da empresa salvas!")).toBeVisible();
}

/** The color that a sample names as the one in use. */
async function used(sampleOf: Locator): Promise<string> {
  const name = (await sampleOf.getAttribute("aria-label")) ?? "";
  return /#[\da-f]{6}/.exec(name)?.[0] ?? "none";
}

/** Checks text on the accent color, and text in it, on a public page in one theme. */
async function shows(page: Page, theme: "light" | "dark", expected: string): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await openPage(page, "/");
  const button = page.getByRole("main").getByRole("link").and(page.locator(".bg-accent")).first();
  const onButton = await textColorsOf(button);
  expect(hex(onButton.background), theme).toBe(expected);
  expect(contrast(onButton.text, onButton.background), theme).toBeGreaterThanOrEqual(4.5);
  await button.hover();
  await settled(page);
  const pointed = await textColorsOf(button);
  expect(hex(pointed.background), `${theme}, under the pointer`).not.toBe(expected);
  expect(contrast(pointed.text, pointed.background), `${theme}, under the pointer`).toBeGreaterThanOrEqual(
    4.5,
  );
  const inAccent = page.getByRole("main").locator(".text-accent:visible:not(svg)");
  expect(await inAccent.count()).toBeGreaterThan(2);
  for (const one of await inAccent.all()) {
    const { text, background } = await textColorsOf(one);
    expect(hex(text)).toBe(expected);
    expect(contrast(text, background), `${theme}: ${await one.innerText()}`).toBeGreaterThanOrEqual(4.5);
  }
}

test.describe.configure({ mode: "serial" });

test("yellow accent is adjusted and legible in both themes of the site", async ({ page }) => {
  test.slow();
  await signInAsStaff(page);
  await open(page);
  await expect(box(page)).toHaveValue("");
  await expect(said(page)).toBeEmpty();
  const design = await used(sample(page, "claro"));
  await box(page).fill("FFD400");
  await expect(said(page)).toContainText(`Cor ajustada. A cor ${YELLOW} é clara demais`);
  const [inLight, inDark] = [await used(sample(page, "claro")), await used(sample(page, "escuro"))];
  expect(inDark, "legible as chosen").toBe(YELLOW);
  expect([YELLOW, design, "none"]).not.toContain(inLight);
  await expect(said(page)).toContainText(`O site usa ${inLight}`);
  await expectAccessible(page);
  await save(page);
  await expect(box(page)).toHaveValue(YELLOW);
  // The panel has the color without a reload. The pointer would show the button's hover color.
  await page.mouse.move(0, 0);
  const button = page.getByRole("button", { name: "Salvar Informações" });
  await expect.poll(async () => hex((await textColorsOf(button)).background)).toBe(inLight);

  await shows(page, "light", inLight);
  await expectAccessible(page);
  await shows(page, "dark", inDark);
  await page.emulateMedia({ colorScheme: null });
  await open(page);
  await expect(box(page)).toHaveValue(YELLOW);
  await expect.poll(async () => hex((await textColorsOf(button)).background)).toBe(inLight);
});

test("accent can be chosen from suggestions or a palette, and reset", async ({ page, watch }) => {
  watch.allow(failedCall(422));
  await signInAsStaff(page);
  await open(page);
  const purple = accent(page).getByRole("button", { name: "Roxo" });
  await purple.click();
  await expect(purple).toHaveAttribute("aria-pressed", "true");
  await expect(said(page)).toContainText("aparece como você escolheu. No tema escuro, o site usa");
  await expect(said(page)).not.toContainText("ajustada");
  const chosen = await box(page).inputValue();
  expect(await used(sample(page, "claro"))).toBe(chosen);
  await accent(page).getByLabel("Escolher em uma paleta").fill("#0b57d0");
  await expect(box(page)).toHaveValue("#0b57d0");
  await expect(purple).toHaveAttribute("aria-pressed", "false");

  await box(page).fill("azul");
  await page.getByRole("button", { name: "Salvar Informações" }).click();
  await expect(box(page)).toHaveAccessibleDescription(/Informe a cor com seis dígitos/);
  await expect(box(page)).toHaveValue("azul");
  await box(page).fill("#0b57d0");
  await save(page);
  await openPage(page, "/");
  await expect(page.locator("head link#colors")).toHaveAttribute("href", /\/0b57d0\.css/);

  await open(page);
  await accent(page).getByRole("button", { name: "Voltar à cor padrão" }).click();
  await expect(box(page)).toHaveValue("");
  await expect.poll(() => used(sample(page, "claro"))).toBe("#00693f");
  await save(page);
  await expect(page.locator("head link#colors")).toHaveCount(0);
  await openPage(page, "/");
  await expect(page.locator("head link#colors"), "no extra style sheet").toHaveCount(0);
});

test("printed page has black text and marks in the accent color", async ({ page }) => {
  await signInAsStaff(page);
  await open(page);
  await accent(page).getByRole("button", { name: "Magenta" }).click();
  const chosen = await box(page).inputValue();
  await save(page);
  await openPage(page, "/");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const tokens = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return ["--accent", "--on-accent", "--night-signal"].map((name) => style.getPropertyValue(name));
  });
  expect(tokens).toEqual([chosen, "#000", chosen]);
});
