/** The newsletter: subscribing, confirming, the panel's list and unsubscribing. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { newPerson } from "./support/accounts.ts";
import { Api } from "./support/api.ts";
import { openPage, signInAsStaff, toast, withoutJavaScript } from "./support/screens.ts";
import { onServer, Server } from "./support/server.ts";
import { expect, expectAccessible, testsWithMail } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

const CONFIRM = "/newsletter/confirmar?token=";
const UNSUBSCRIBE = "/newsletter/cancelar?token=";

const test = testsWithMail();

const newAddress = () => `ana.${randomUUID().slice(0, 8)}@exemplo.com.br`;
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

async function subscribe(page: Page, email: string): Promise<void> {
  await page.getByRole("textbox", { name: "Seu e-mail" }).fill(email);
  await page.getByRole("button", { name: "Inscrever-se" }).click();
  await expect(page.getByRole("heading", { name: "Falta um clique!" })).toBeVisible();
}

test("subscription is requested, confirmed by mail, listed, ended and deleted", async ({
  page,
  mail,
  anotherContext,
}) => {
  const email = newAddress();
  const staff = await (await anotherContext()).newPage();
  await signInAsStaff(staff);
  await staff.goto("/admin/newsletter");
  await expect(heading(staff, "Newsletter")).toBeVisible();

  await openPage(page, "/newsletter");
  await subscribe(page, email);
  await staff.getByRole("link", { name: /^Pendentes/ }).click();
  const row = staff.getByRole("row").filter({ hasText: email });
  await staff.reload();
  await expect(row).toContainText("Pendente");

  await openPage(page, await mail.waitForLink(email, CONFIRM));
  await expect(heading(page, "Confirme a sua inscrição")).toBeVisible();
  await page.getByRole("button", { name: "Confirmar inscrição" }).click();
  await expect(heading(page, "Inscrição confirmada!")).toBeFocused();
  expect(new URL(page.url()).search, "the secret is removed from the address").toBe("");

  await staff.getByRole("link", { name: /^Confirmadas/ }).click();
  await staff.reload();
  await expect(row).toContainText("Confirmada");
  await row.getByText("Texto 1.0").click();
  await expect(row).toContainText("você aceita receber a nossa newsletter");
  await expectAccessible(staff);
  const saving = staff.waitForEvent("download");
  await staff.getByRole("button", { name: "Exportar CSV" }).click();
  const csv = await readFile(await (await saving).path(), "utf8");
  expect(csv).toContain(`${email};Confirmada;1.0;`);

  await openPage(page, await mail.waitForLink(email, UNSUBSCRIBE));
  await expect(page.getByRole("main")).toContainText("a***@exemplo.com.br");
  await page.getByRole("button", { name: "Cancelar inscrição" }).click();
  await expect(heading(page, "Inscrição cancelada")).toBeFocused();

  await staff.getByRole("link", { name: /^Canceladas/ }).click();
  await staff.reload();
  await expect(row).toContainText("Cancelada");
  await row.getByRole("button", { name: `Apagar ${email}` }).click();
  const dialog = staff.getByRole("dialog", { name: "Apagar esta inscrição?" });
  await dialog.getByRole("button", { name: "Apagar" }).click();
  await expect(toast(staff, "Inscrição apagada")).toBeVisible();
  await expect(row).toHaveCount(0);
});

test("subscribing, confirming and unsubscribing work without JavaScript", async ({
  browser,
  server,
  mail,
  watch,
}) => {
  watch.allow(failedCall(410, "/newsletter/confirmar"));
  const email = newAddress();
  await withoutJavaScript(browser, server.url, async (page) => {
    await page.goto("/blog");
    await subscribe(page, email);
    await expect(page).toHaveURL(/\/newsletter\/obrigado$/);
    const confirm = await mail.waitForLink(email, CONFIRM);
    await page.goto(confirm);
    await page.getByRole("button", { name: "Confirmar inscrição" }).click();
    await expect(page).toHaveURL(/\/newsletter\/confirmada$/);
    await expect(heading(page, "Inscrição confirmada!")).toBeVisible();
    await page.goto(confirm);
    await page.getByRole("button", { name: "Confirmar inscrição" }).click();
    await expect(heading(page, "Este link não vale mais")).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "Inscrever-se de novo" })).toBeVisible();
    await page.goto(await mail.waitForLink(email, UNSUBSCRIBE));
    await page.getByRole("button", { name: "Cancelar inscrição" }).click();
    await expect(heading(page, "Inscrição cancelada")).toBeVisible();
  });
});

test("pages of mailed links show the result in place and are accessible", async ({ page, mail, watch }) => {
  watch.allow(failedCall(403, "/api/newsletter/subscriptions/confirm$"));
  const email = newAddress();
  await openPage(page, "/newsletter");
  await subscribe(page, email);
  const confirm = await mail.waitForLink(email, CONFIRM);
  for (const outcome of ["Inscrição confirmada!", "Este link não vale mais"]) {
    await openPage(page, confirm);
    await page.getByRole("button", { name: "Confirmar inscrição" }).click();
    await expect(heading(page, outcome)).toBeFocused();
  }
  await expectAccessible(page);
  await openPage(page, await mail.waitForLink(email, UNSUBSCRIBE));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancelar inscrição" }).click();
  await expect(heading(page, "Inscrição cancelada")).toBeFocused();
  await expectAccessible(page);
});

test("empty list of subscriptions is explained to editors, and they can't export it", async ({ browser }) => {
  await onServer(browser, Server.start(), async (page, server) => {
    const editor = newPerson("Edu");
    await (await Api.signIn(server.url)).createUser({ ...editor, role: "editor" });
    await signInAsStaff(page, editor);
    await page.goto("/admin/newsletter");
    await expect(page.getByRole("heading", { name: "Nenhuma inscrição ainda" })).toBeVisible();
    await expect(page.getByRole("button", { name: /Exportar/ })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("searchbox", { name: "Buscar inscrições" }).fill("nada");
    await expect(page.getByRole("heading", { name: "Nenhuma inscrição encontrada" })).toBeVisible();
    await page.getByRole("button", { name: "Ver todas" }).click();
    await expect(page.getByRole("heading", { name: "Nenhuma inscrição ainda" })).toBeVisible();
  });
});
