/** The company's accent color: any can be chosen, none makes anything unreadable, and all of the site has it. */
import type { Locator, Page } from "@playwright/test";
import { contrast, hex, wordsOf } from "./support/contrast.ts";
import { cutPower, openPage, signInAsStaff, toast } from "./support/screens.ts";
import { expect, expectAccessible, settled, testsWithServerOfTheirOwn } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

/** Every page of the site changes its colors, so no other file's tests may share the server. */
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

/** The color that a sample says is really used. */
async function used(sampleOf: Locator): Promise<string> {
  const name = (await sampleOf.getAttribute("aria-label")) ?? "";
  return /#[\da-f]{6}/.exec(name)?.[0] ?? "none";
}

/** What stands on the accent, or is it, on a public page in one theme. */
async function shows(page: Page, theme: "light" | "dark", expected: string): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await openPage(page, "/");
  const button = page.getByRole("main").getByRole("link").and(page.locator(".bg-accent")).first();
  const onButton = await wordsOf(button);
  expect(hex(onButton.ground), theme).toBe(expected);
  expect(contrast(onButton.words, onButton.ground), theme).toBeGreaterThanOrEqual(4.5);
  await button.hover();
  await settled(page);
  const pointed = await wordsOf(button);
  expect(hex(pointed.ground), `${theme}, under the pointer`).not.toBe(expected);
  expect(contrast(pointed.words, pointed.ground), `${theme}, under the pointer`).toBeGreaterThanOrEqual(4.5);
  const inAccent = page.getByRole("main").locator(".text-accent:visible:not(svg)");
  expect(await inAccent.count()).toBeGreaterThan(2);
  for (const one of await inAccent.all()) {
    const { words, ground } = await wordsOf(one);
    expect(hex(words)).toBe(expected);
    expect(contrast(words, ground), `${theme}: ${await one.innerText()}`).toBeGreaterThanOrEqual(4.5);
  }
}

test.describe.configure({ mode: "serial" });

test("a yellow is announced as adjusted, and every theme of the site can be read with it", async ({
  page,
  server,
}) => {
  test.slow();
  await signInAsStaff(page);
  await open(page);
  await expect(box(page)).toHaveValue("");
  await expect(said(page)).toBeEmpty();
  const design = await used(sample(page, "claro"));
  await box(page).fill("FFD400");
  await expect(said(page)).toContainText(`Cor ajustada. A cor ${YELLOW} é clara demais`);
  const [inLight, inDark] = [await used(sample(page, "claro")), await used(sample(page, "escuro"))];
  expect(inDark, "light enough as it is").toBe(YELLOW);
  expect([YELLOW, design, "none"]).not.toContain(inLight);
  await expect(said(page)).toContainText(`O site usa ${inLight}`);
  await expectAccessible(page);
  await save(page);
  await expect(box(page)).toHaveValue(YELLOW);
  // The panel has it without being loaded again. The pointer would show the button's other color.
  await page.mouse.move(0, 0);
  const button = page.getByRole("button", { name: "Salvar Informações" });
  await expect.poll(async () => hex((await wordsOf(button)).ground)).toBe(inLight);

  const check = async () => {
    await shows(page, "light", inLight);
    await expectAccessible(page);
    await shows(page, "dark", inDark);
    await page.emulateMedia({ colorScheme: null });
  };
  await check();
  await cutPower(page, server);
  await check();
  await open(page);
  await expect(box(page)).toHaveValue(YELLOW);
  await expect.poll(async () => hex((await wordsOf(button)).ground)).toBe(inLight);
});

test("suggestions, the palette and the way back to the design's own", async ({ page, watch }) => {
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
  await expect(page.locator("head link#colors"), "nothing to wait for").toHaveCount(0);
});

test("on paper words stay ink and marks have the company's color", async ({ page }) => {
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
