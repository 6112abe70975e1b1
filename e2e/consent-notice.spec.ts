/** The notice that asks visitors for consent, and the preferences: when and where they appear, and how they are used. */
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
} from "./support/consent.ts";
import { bottomOf, recordLayoutShifts, topOf, waitUntilStarted } from "./support/screens.ts";
import { expect, expectAccessible } from "./support/test.ts";
import { IDS, REQUESTS, stubTrackers } from "./support/trackers.ts";

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
  await waitUntilStarted(page);
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
