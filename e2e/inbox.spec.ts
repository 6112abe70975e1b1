/** The inbox of contacts: a list beside the open contact, answered by keyboard or on a phone. */
import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Api, Contact } from "./support/api.ts";
import { bottomOf, overflow, press, signInAsStaff, toast, topOf, unique } from "./support/screens.ts";
import { expect, expectAccessible, test, testsWithMail } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

const testWithMail = testsWithMail();

const rowLink = (page: Page, name: string) => page.getByRole("row").getByRole("link", { name });
const pane = (page: Page, name: string) => page.getByRole("article", { name });
const reply = (page: Page) => page.getByRole("textbox", { name: "Resposta" });
const digitsOf = (phone: string) => phone.replaceAll(/\D/g, "");
const view = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Visões" }).getByRole("link", { name });

/** Opens a view of the inbox with the contacts that match a search, and waits for the contact `name`. */
async function openInbox(page: Page, search: string, name: string, shown = "all"): Promise<void> {
  await page.goto(`/admin/contacts?${new URLSearchParams({ search, view: shown, visao: "conversa" })}`);
  await expect(rowLink(page, name)).toBeVisible();
}

/** Creates contacts named `<family> A`, `<family> B` and so on, the first of which has the earliest deadline. */
async function createFamily(api: Api, family: string, letters: string): Promise<Contact[]> {
  const contacts = [];
  for (const letter of letters) {
    // With the phone of another contact, the timeline would have that contact, too.
    const phone = `(11) 9${randomInt(1000, 9999)}-${randomInt(1000, 9999)}`;
    contacts.push(await api.createContact({ name: `${family} ${letter}`, phone }));
  }
  return contacts;
}

/** Waits for a change of the preferences. */
const savedPreferences = (page: Page) =>
  page.waitForResponse(
    (response) => response.url().endsWith("/api/auth/preferences") && response.request().method() === "PUT",
  );

test("keys move, open, answer and archive, and each action is undone", async ({ page, api }) => {
  const family = unique("Teclas");
  const [first, second, third] = await createFamily(api, family, "ABC");
  if (!first || !second || !third) throw new Error("three contacts were created");
  await signInAsStaff(page);
  await openInbox(page, family, first.name, "waiting");
  await page.keyboard.press("j");
  await expect(rowLink(page, first.name)).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(rowLink(page, first.name)).toBeFocused();
  expect((await api.findContact(first.id)).status, "moving doesn't open").toBe("new");
  await expectAccessible(page);

  await page.keyboard.press("Enter");
  await expect(pane(page, first.name).getByRole("heading", { name: first.name })).toBeFocused();
  await expect.poll(async () => (await api.findContact(first.id)).status).toBe("read");
  await page.keyboard.press("r");
  await expect(reply(page)).toBeFocused();
  await page.keyboard.type("Podemos sim.");
  await page.keyboard.press("Control+Shift+Enter");
  await expect(pane(page, second.name)).toBeVisible();
  await expect(reply(page)).toBeFocused();
  await expect.poll(async () => await api.findContact(first.id)).toMatchObject({ delivery: "queued" });
  const send = page.getByRole("button", { name: "Enviar", exact: true });
  expect(await bottomOf(toast(page, "Resposta na fila")), "messages cover no button").toBeLessThan(
    await topOf(send),
  );
  await expectAccessible(page);

  // The keys are typed while a field has the focus, and act again after Esc.
  await page.keyboard.type("e z");
  await expect(reply(page)).toHaveValue(/e z$/);
  await page.keyboard.press("Escape");
  await expect(pane(page, second.name).getByRole("heading", { name: second.name })).toBeFocused();
  await page.keyboard.press("e");
  await expect(rowLink(page, second.name)).toHaveCount(0);
  await expect(rowLink(page, third.name)).toBeFocused();
  expect((await api.findContact(third.id)).status, "archiving opens no other contact").toBe("new");
  await page.keyboard.press("z");
  await expect(rowLink(page, second.name)).toBeVisible();
  expect((await api.findContact(second.id)).status).toBe("read");

  await page.keyboard.press("x");
  await page.keyboard.press("k");
  await page.keyboard.press("x");
  await expect(page.getByRole("region", { name: "Ações em massa" })).toContainText("2 selecionados");
  await page.keyboard.press("a");
  const people = page.getByRole("dialog", { name: "Definir responsável" });
  await expect(people.getByRole("button", { name: "Eu" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row").filter({ hasText: "Responsável: Administrador" })).toHaveCount(2);
  await expect(page.getByRole("region", { name: "Ações em massa" })).toHaveCount(0);
});

test("message and buttons of a reply fit in the windows of small laptops", async ({ page, api }) => {
  const [contact] = await createFamily(api, unique("Janela"), "A");
  await signInAsStaff(page);
  for (const [width, height] of [
    [1366, 657],
    [1280, 720],
    [1024, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openInbox(page, contact!.name, contact!.name);
    await rowLink(page, contact!.name).click();
    await press(pane(page, contact!.name), "Responder");
    await reply(page).fill("Olá!\n\nPodemos sim.\n\nAté logo\n\nAna\nExemplo");
    await expect(page.getByRole("button", { name: "Enviar", exact: true })).toBeInViewport({ ratio: 1 });
    await expect(pane(page, contact!.name).getByText("Preciso de ajuda.")).toBeInViewport({ ratio: 1 });
    await press(page, "Descartar a resposta");
  }
});

test("single keys can be turned off for the account", async ({ page, api, anotherContext }) => {
  const [contact] = await createFamily(api, unique("Desligadas"), "A");
  await signInAsStaff(page);
  await openInbox(page, contact!.name, contact!.name);
  await page.keyboard.press("?");
  const off = page.getByRole("dialog").getByRole("switch", { name: "Atalhos de uma tecla" });
  const saved = savedPreferences(page);
  await off.uncheck();
  await saved;
  const other = await (await anotherContext()).newPage();
  await signInAsStaff(other);
  const loaded = other.waitForResponse("**/api/auth/preferences");
  await openInbox(other, contact!.name, contact!.name);
  await loaded;
  await expect(other.getByText("responder por e-mail")).toHaveCount(0);
  await other.keyboard.press("j");
  await expect(rowLink(other, contact!.name)).not.toBeFocused();
  const restored = savedPreferences(page);
  await off.check();
  await restored;
});

test("layout is in the address and remembered for the account", async ({ page, api }) => {
  const [contact] = await createFamily(api, unique("Visual"), "A");
  await signInAsStaff(page);
  await openInbox(page, contact!.name, contact!.name);
  await expect(page.getByRole("columnheader", { name: "Telefone" })).toHaveCount(0);
  const saved = savedPreferences(page);
  await press(page, "Tabela");
  await expect(page).toHaveURL(/visao=tabela/);
  await saved;
  for (const column of ["Nome", "E-mail", "Empresa", "Telefone", "Mensagem", "Status", "Recebido em"]) {
    await expect(page.getByRole("columnheader", { name: column, exact: true })).toBeVisible();
  }
  await page.goto("/admin/contacts");
  await expect(page.getByRole("columnheader", { name: "Telefone" })).toBeVisible();
  const restored = savedPreferences(page);
  await press(page, "Conversa");
  await restored;
  await page.goto(`/admin/contacts/${contact!.id}`);
  await expect(pane(page, contact!.name)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("filters narrow the list, are in the address and can be saved", async ({ page, api }) => {
  const family = unique("Filtros");
  const service = unique("Serviço");
  await api.createContact({
    name: `${family} A`,
    message: `Serviço de interesse: ${service}\n\nOi.`,
  });
  await api.createContact({ name: `${family} B` });
  await signInAsStaff(page);
  await openInbox(page, family, `${family} B`);
  await press(page, "Filtros");
  await page.getByRole("combobox", { name: "Filtrar por serviço" }).selectOption(service);
  await expect(rowLink(page, `${family} B`)).toHaveCount(0);
  await expect(rowLink(page, `${family} A`)).toBeVisible();
  await page.getByRole("textbox", { name: "Até" }).fill("2020-01-01");
  await expect(page.getByText("0 contatos encontrados")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Até" }).fill("");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/service=/);
  await press(page, "Salvar filtro");
  await page.keyboard.type(family);
  await page.keyboard.press("Enter");
  await view(page, "Novos").click();
  await page.getByRole("list", { name: "Filtros salvos" }).getByRole("link", { name: family }).click();
  await expect(rowLink(page, `${family} A`)).toBeVisible();
  await expect(rowLink(page, `${family} B`)).toHaveCount(0);
  await press(page, `Apagar o filtro ${family}`);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("large buttons answer, call, write and archive one contact after another", async ({ page, api }) => {
    const family = unique("Celular");
    const [first, second] = await createFamily(api, family, "AB");
    await signInAsStaff(page);
    await openInbox(page, family, first!.name, "waiting");
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await rowLink(page, first!.name).tap();
    const actions = page.getByRole("group", { name: "Responder" });
    await expect(actions.getByRole("link", { name: "Ligar" })).toHaveAttribute(
      "href",
      `tel:+55${digitsOf(first!.phone)}`,
    );
    for (const control of await actions.locator("a, button").all()) {
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await expect(rowLink(page, second!.name), "the contact takes the place of the list").toBeHidden();
    await expectAccessible(page);
    await expect(page.getByRole("button", { name: "Arquivar" }), "one button archives").toHaveCount(1);
    await actions.getByRole("button", { name: "Responder" }).tap();
    await reply(page).fill("Olá! Podemos sim.");
    await expectAccessible(page);
    // The height that an on-screen keyboard leaves.
    await page.setViewportSize({ width: 390, height: 470 });
    await expect(pane(page, first!.name).getByText("Preciso de ajuda.")).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: "Enviar", exact: true })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Enviar e próximo" }).tap();
    await expect(pane(page, second!.name)).toBeVisible();
    await expect.poll(() => api.findContact(first!.id)).toMatchObject({ delivery: "queued" });

    await actions.getByRole("button", { name: "WhatsApp" }).tap();
    await expect(page.getByRole("link", { name: "Abrir no WhatsApp" })).toHaveAttribute(
      "href",
      new RegExp(`^https://wa\\.me/55${digitsOf(second!.phone)}\\?text=Ol%C3%A1`),
    );
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await press(page, "Fechar a resposta");
    await actions.getByRole("button", { name: "Arquivar" }).tap();
    await expect(rowLink(page, second!.name)).toHaveCount(0);
    await expect(rowLink(page, first!.name)).toBeVisible();
    await toast(page, "Contato arquivado").getByRole("button", { name: "Desfazer" }).tap();
    await expect(rowLink(page, second!.name)).toBeVisible();
    await rowLink(page, second!.name).tap();
    await page.getByRole("button", { name: "Voltar" }).tap();
    await expect(rowLink(page, second!.name)).toBeVisible();
  });
});

testWithMail(
  "reply that isn't delivered is sent again to the corrected address",
  async ({ page, api, watch }) => {
    // The job that delivers replies may change the contact just before the user does. The panel then reads it again.
    watch.allow(failedCall(412, "/api/contacts/"));
    // A reply is held for ten seconds, in which it can be undone.
    testWithMail.slow();
    const name = unique("Recusada");
    const { id } = await api.createContact({
      name,
      email: "550@exemplo.com.br",
    });
    await signInAsStaff(page);
    await openInbox(page, name, name);
    await rowLink(page, name).click();
    await reply(page).fill("Podemos ajudar.");
    await press(page, "Enviar");
    await expect(toast(page, "Enviando a resposta")).toBeVisible();
    const timeline = page.getByRole("region", { name: "Linha do tempo" });
    await expect(timeline).toContainText("Enviando");
    await expect(timeline).toContainText("Não entregue.", { timeout: 30_000 });
    await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Não entregue");
    await expect(timeline.getByRole("button", { name: "Tentar de novo" })).toBeVisible();
    await expectAccessible(page);
    await timeline.getByRole("button", { name: "Corrigir o endereço" }).click();
    await timeline.getByRole("textbox", { name: "E-mail do contato" }).fill("certa@exemplo.com.br");
    await press(page, "Salvar e enviar");
    await expect(timeline).toContainText("Entregue ao servidor", {
      timeout: 30_000,
    });
    await expect.poll(() => api.findContact(id)).toMatchObject({ status: "replied", delivery: null });
  },
);
