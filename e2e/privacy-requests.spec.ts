/** Privacy requests: sending the form, confirming by mail, and the answer of an administrator. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { openPage, press, signInAsStaff, textBox, toast, withoutJavaScript } from "./support/screens.ts";
import { expect, expectAccessible, testsWithMail } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

const CONFIRM = "/privacidade/pedido/confirmar?token=";

const test = testsWithMail();

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 });

/** Sends the form on the open page, and returns the protocol. */
async function sendRequest(page: Page, email: string): Promise<string> {
  await page.getByRole("radio", { name: "Acesso" }).check();
  await page.getByRole("textbox", { name: "Nome completo" }).fill("Ana Souza");
  await page.getByRole("textbox", { name: "E-mail", exact: true }).fill(email);
  await page.getByRole("button", { name: "Enviar pedido" }).click();
  await expect(heading(page, "Falta confirmar o seu e-mail")).toBeVisible();
  return (await page.getByText(/^[2-9B-Z]{4}-[2-9B-Z]{4}$/).textContent()) ?? "";
}

test("privacy request is sent, confirmed without JavaScript, and answered", async ({
  page,
  browser,
  server,
  mail,
  anotherContext,
}) => {
  const email = `ana.${randomUUID().slice(0, 8)}@exemplo.com.br`;
  await openPage(page, "/privacidade/pedido");
  await expectAccessible(page);
  const protocol = await sendRequest(page, email);
  await withoutJavaScript(browser, server.url, async (plain) => {
    await plain.goto(await mail.waitForLink(email, CONFIRM));
    await plain.getByRole("button", { name: "Confirmar pedido" }).click();
    await expect(plain).toHaveURL(/\/privacidade\/pedido\/confirmado$/);
    await expect(heading(plain, "Pedido confirmado")).toBeVisible();
  });

  const staff = await (await anotherContext()).newPage();
  await signInAsStaff(staff);
  await staff.goto("/admin/privacy-requests");
  await expect(staff.getByRole("link", { name: /^Privacidade 1 a responder/ })).toBeVisible();
  await staff.getByRole("link", { name: protocol }).click();
  const dialog = staff.getByRole("dialog", { name: `Pedido ${protocol}` });
  await expect(dialog).toContainText(/Faltam 15 dias/);
  await expectAccessible(staff);
  const person = dialog.getByRole("link", { name: "Ver tudo o que há sobre esta pessoa" });
  await expect(person).toHaveAttribute("href", `/admin/people?email=${encodeURIComponent(email)}`);
  await textBox(dialog, "Anotações internas").fill("Conferido.");
  await press(dialog, "Salvar");
  await expect(toast(staff, "Pedido salvo")).toBeVisible();
  await textBox(dialog, "Responder por e-mail").fill("Olá, Ana.\n\nSeguem os seus dados.");
  await press(dialog, "Enviar resposta");
  await expect(dialog.getByText("Concluído").first()).toBeVisible();
  await expect(dialog.getByRole("article")).toContainText("Seguem os seus dados.");
  await expect(dialog.getByRole("article")).toContainText("Enviada", { timeout: 15_000 });
});

test("refused privacy form preserves the input without JavaScript", async ({ browser, server, watch }) => {
  watch.allow(failedCall(422, "/privacidade/pedido$"));
  await withoutJavaScript(browser, server.url, async (page) => {
    await page.goto("/privacidade/pedido");
    await page.getByRole("radio", { name: "Correção" }).check();
    await page.getByRole("textbox", { name: "Detalhes" }).fill("O telefone mudou.");
    await page.getByRole("textbox", { name: "Nome completo" }).fill("Ana");
    // The browser would refuse this address in its own language.
    await page.getByRole("textbox", { name: "E-mail", exact: true }).fill("ana");
    await page.getByRole("button", { name: "Enviar pedido" }).click();
    await expect(page.getByRole("alert")).toContainText("Verifique os campos destacados.");
    await expect(page.getByRole("textbox", { name: "Detalhes" })).toHaveValue("O telefone mudou.");
    await expect(page.getByRole("radio", { name: "Correção" })).toBeChecked();
    await expect(page.getByText("Informe um e-mail válido")).toBeVisible();
  });
});
