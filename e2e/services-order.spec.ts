/** The order of services: by dragging, by keyboard, and with two people at once. */
import type { Page } from "@playwright/test";
import { AUTOMATION, openServices, rowsOf, titlesOf } from "./support/services.ts";
import { signInAsStaff, toast } from "./support/screens.ts";
import { expect, test } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

test.describe("order of services", () => {
  test("is changed by keyboard, announced and saved", async ({ page }) => {
    await signInAsStaff(page);
    await openServices(page);
    const before = await titlesOf(page, AUTOMATION).allTextContents();
    const [first = "", second = "", third = ""] = before;
    const handle = page.getByRole("button", { name: `Mover ${first}`, exact: true });
    const announcement = page.getByRole("status").filter({ hasText: first });
    const saved = () => page.waitForResponse("**/api/services/order");

    await handle.focus();
    await page.keyboard.press("Space");
    await expect(handle).toHaveAttribute("aria-pressed", "true");
    await expect(announcement).toContainText("posição 1 de 6");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(announcement).toHaveText(`${first}: posição 3 de 6.`);
    await expect(handle).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(titlesOf(page, AUTOMATION)).toHaveText(before);

    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await Promise.all([saved(), page.keyboard.press("Space")]);
    await expect(announcement).toHaveText(`${first} ficou na posição 3 de 6.`);
    await expect(handle).toBeFocused();
    const after = [second, third, first, ...before.slice(3)];
    await expect(titlesOf(page, AUTOMATION)).toHaveText(after);

    const up = page.getByRole("button", { name: `Mover ${first} para cima` });
    await up.focus();
    await Promise.all([saved(), page.keyboard.press("Enter")]);
    await expect(up).toBeFocused();
    await Promise.all([saved(), page.keyboard.press("Enter")]);
    await expect(titlesOf(page, AUTOMATION)).toHaveText(before);
    await expect(up).toHaveAttribute("aria-disabled", "true");
    await page.reload();
    await expect(titlesOf(page, AUTOMATION)).toHaveText(before);
  });

  test("is changed by dragging, unless Escape cancels it", async ({ page }) => {
    await signInAsStaff(page);
    await openServices(page);
    const before = await titlesOf(page, AUTOMATION).allTextContents();
    const last = before.at(-1) ?? "";
    const handle = page.getByRole("button", { name: `Mover ${last}`, exact: true });
    await handle.scrollIntoViewIfNeeded();
    const target = rowsOf(page, AUTOMATION).nth(before.length - 3);
    const [from, to] = [await handle.boundingBox(), await target.boundingBox()];
    if (!from || !to) throw new Error("a row is not on the screen");
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 20);
    await page.mouse.move(x, to.y + to.height / 3, { steps: 5 });
    // With reduced motion, rows move without animation. The edges of a list that scrolls fade by its position, not over time.
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ timeline }) => timeline instanceof DocumentTimeline).length,
    );
    expect(moving).toBe(0);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await expect(titlesOf(page, AUTOMATION)).toHaveText(before);

    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, to.y + to.height / 3, { steps: 5 });
    await Promise.all([page.waitForResponse("**/api/services/order"), page.mouse.up()]);
    const after = [...before.slice(0, -3), last, ...before.slice(-3, -1)];
    await expect(titlesOf(page, AUTOMATION)).toHaveText(after);
    await page.reload();
    await expect(titlesOf(page, AUTOMATION)).toHaveText(after);
  });

  test("is not overwritten by moving a service in a stale list", async ({ page, anotherContext, watch }) => {
    watch.allow(failedCall(412));
    await signInAsStaff(page);
    await openServices(page);
    const colleague = await (await anotherContext()).newPage();
    await signInAsStaff(colleague);
    await openServices(colleague);
    const [first = "", second = "", ...rest] = await titlesOf(page, AUTOMATION).allTextContents();
    const move = (list: Page, title: string, direction: string) =>
      Promise.all([
        list.waitForResponse("**/api/services/order"),
        list.getByRole("button", { name: `Mover ${title} para ${direction}` }).click(),
      ]);
    await move(colleague, second, "cima");
    await move(page, second, "baixo");
    await expect(toast(page, "Erro ao reordenar serviços")).toContainText(
      "Outra pessoa mudou esta categoria",
    );
    await expect(titlesOf(page, AUTOMATION)).toHaveText([second, first, ...rest]);
  });
});
