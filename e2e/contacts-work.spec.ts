/** Triage of contacts in the dialog of the table: notes, assignees, replies, bulk changes, saved filters and deadlines. */
import type { Locator, Page } from "@playwright/test";
import { newPerson } from "./support/accounts.ts";
import type { Contact } from "./support/api.ts";
import { contactRows, openContacts } from "./support/contacts.ts";
import { overflow, press, signInAsStaff, toast, unique } from "./support/screens.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

const noteField = (page: Page) => page.getByRole("dialog").getByRole("textbox", { name: "Nova anotação" });
const timeline = (page: Page) => page.getByRole("dialog").getByRole("region", { name: "Linha do tempo" });

/** Shows a form of the composer. */
const choose = (dialog: Locator, mode: "E-mail" | "WhatsApp" | "Anotação") =>
  dialog.getByRole("group", { name: "Como responder" }).getByRole("button", { name: mode }).click();

async function openContact(page: Page, { id, name }: Contact): Promise<Locator> {
  await page.goto(`/admin/contacts/${id}?visao=tabela`);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name })).toBeVisible();
  return dialog;
}

test.describe("contact triage", () => {
  test.beforeEach(async ({ page }) => signInAsStaff(page));

  test("saves, lists and deletes a note", async ({ page, api }) => {
    const dialog = await openContact(page, await api.createContact({ name: unique("Nota") }));
    const text = noteField(page);
    await choose(dialog, "Anotação");
    await text.fill("Prefere ser chamada\nde manhã.");
    // A reload preserves the input.
    await page.reload();
    await choose(dialog, "Anotação");
    await expect(text).toHaveValue("Prefere ser chamada\nde manhã.");
    await dialog.getByRole("button", { name: "Salvar anotação" }).click();
    await expect(toast(page, "Anotação salva")).toBeVisible();
    const item = timeline(page).getByRole("listitem").filter({ hasText: "Prefere ser chamada" });
    await expect(item).toContainText("anotou");
    await expect(text).toHaveValue("");
    await expectAccessible(page);
    await item.getByRole("button", { name: "Apagar anotação" }).click();
    const question = page.getByRole("dialog", { name: "Tem certeza que deseja apagar esta anotação?" });
    await question.getByRole("button", { name: "Cancelar" }).click();
    await expect(item).toBeVisible();
    await item.getByRole("button", { name: "Apagar anotação" }).click();
    await question.getByRole("button", { name: "Apagar" }).click();
    await expect(toast(page, "Anotação apagada")).toBeVisible();
    await expect(item).toHaveCount(0);
    await expect(timeline(page)).toContainText("apagou uma anotação");
  });

  test("finds and reassigns contacts of a former staff member", async ({ page, api }) => {
    const family = unique("Órfão");
    const person = newPerson("Bruna");
    const { name, email } = person;
    await api.createUser({ ...person, role: "editor" });
    const contact = await api.createContact({ name: family });
    const dialog = await openContact(page, contact);
    const assignee = dialog.getByRole("combobox", { name: "Responsável" });
    await assignee.selectOption(name);
    await expect(toast(page, "Responsável definido")).toBeVisible();
    await page.goto(`/admin/users/${(await api.findUser(email)).id}`);
    await page.getByRole("combobox", { name: "Perfil" }).selectOption("Usuário");
    await page.getByRole("button", { name: "Salvar", exact: true }).click();
    await expect(toast(page, "Usuário atualizado com sucesso!")).toBeVisible();

    await openContacts(page, family);
    await expect(contactRows(page, family)).toContainText(`${name} (sem acesso)`);
    await page
      .getByRole("combobox", { name: "Filtrar por responsável" })
      .selectOption(`${name} (sem acesso)`);
    await expect(contactRows(page, family)).toHaveCount(1);
    await page.getByRole("checkbox", { name: "Selecionar a página" }).check();
    await page.getByRole("button", { name: "Definir responsável pelos selecionados" }).click();
    await expect(page.getByRole("menuitem", { name: "Administrador" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name })).toHaveCount(0);
    await openContact(page, contact);
    await expect(assignee.getByRole("option", { selected: true })).toHaveText(`${name} (sem acesso)`);
    await assignee.selectOption("Administrador");
    await expect(toast(page, "Responsável definido")).toBeVisible();
    await expect(timeline(page)).toContainText("assumiu o contato");
  });

  test("restores a reply draft and queues the reply without a mail server", async ({ page, api, watch }) => {
    watch.allow(failedCall(422));
    const contact = await api.createContact({ name: "Ana Resposta" });
    let dialog = await openContact(page, contact);
    let form = dialog.getByRole("form", { name: "Responder por e-mail" });
    const text = form.getByRole("textbox", { name: "Resposta" });
    await page.keyboard.press("r");
    await expect(text).toBeFocused();
    await expect(text).toHaveValue("Olá, Ana,\n\n");
    await text.fill("Olá!\n\nPodemos ajudar na terça.");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await openContact(page, contact);
    await expect(text).toHaveValue("Olá!\n\nPodemos ajudar na terça.");
    await expectAccessible(page);
    // The draft also survives closing the tab.
    await choose(dialog, "Anotação");
    await noteField(page).fill("E uma anotação.");
    const context = page.context();
    await page.close();
    page = await context.newPage();
    dialog = await openContact(page, contact);
    await choose(dialog, "Anotação");
    await expect(noteField(page)).toHaveValue("E uma anotação.");
    await choose(dialog, "E-mail");
    form = dialog.getByRole("form", { name: "Responder por e-mail" });
    await expect(form.getByRole("textbox", { name: "Resposta" })).toHaveValue(
      "Olá!\n\nPodemos ajudar na terça.",
    );
    await form.getByRole("textbox", { name: "Assunto" }).fill("");
    await press(form, "Enviar");
    await expect(form).toContainText("Preencha este campo.");
    await form.getByRole("textbox", { name: "Assunto" }).fill("Re: Recebemos a sua mensagem");
    await press(form, "Enviar");
    await expect(toast(page, "Resposta na fila de envio")).toBeVisible();
    await expect(form.getByRole("textbox", { name: "Resposta" })).toHaveValue("Olá, Ana,\n\n");
    await expect(dialog.getByRole("combobox", { name: "Status" })).toHaveValue("read");
    await expect(timeline(page)).toContainText("Podemos ajudar na terça.");
    await expect(timeline(page)).toContainText("até o envio de e-mail ser configurado");
    await expect(timeline(page)).toContainText("O envio de e-mail ainda não está configurado");
    await expectAccessible(page);
    expect(await api.findContact(contact.id)).toMatchObject({ status: "read", delivery: "queued" });
  });

  test("undoing a sent reply gives its text back", async ({ page, api }) => {
    const contact = await api.createContact({ name: "Ana Desfeita" });
    const dialog = await openContact(page, contact);
    const text = dialog.getByRole("textbox", { name: "Resposta" });
    await text.fill("Cedo demais.");
    await page.keyboard.press("Control+Enter");
    await expect(timeline(page)).toContainText("Cedo demais.");
    await page.keyboard.press("Tab");
    await dialog.getByRole("heading", { name: contact.name }).focus();
    await page.keyboard.press("z");
    await expect(toast(page, "Envio desfeito")).toBeVisible();
    await expect(text).toHaveValue("Cedo demais.");
    await expect(text).toBeFocused();
    await expect(timeline(page)).not.toContainText("Cedo demais.");
    expect(await api.findContact(contact.id)).toMatchObject({ status: "read", delivery: null });

    await press(dialog, "Enviar");
    await timeline(page).getByRole("button", { name: "Desfazer o envio" }).click();
    await expect(text).toHaveValue("Cedo demais.");
    await expect(timeline(page)).not.toContainText("Cedo demais.");
  });

  test("shows the buttons of a reply above an on-screen keyboard", async ({ page, api }) => {
    const contact = await api.createContact({ name: unique("Teclado") });
    await page.setViewportSize({ width: 390, height: 460 });
    const dialog = await openContact(page, contact);
    await press(dialog, "Responder");
    await dialog.getByRole("textbox", { name: "Resposta" }).fill("Linha\n".repeat(12));
    await expect(dialog.getByRole("button", { name: "Enviar", exact: true })).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole("button", { name: "Descartar" })).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole("button", { name: "Responder", exact: true })).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press("Control+Enter");
    await expect(toast(page, "Resposta na fila de envio")).toContainText("Ela não foi enviada");
  });

  test("refuses the first attempt to reply if another reply was sent meanwhile", async ({
    page,
    api,
    watch,
  }) => {
    watch.allow(failedCall(409));
    const contact = await api.createContact({ name: unique("Dois") });
    const dialog = await openContact(page, contact);
    await expect(timeline(page)).toContainText("mudou o status de Novo para Lido");
    const text = dialog.getByRole("textbox", { name: "Resposta" });
    await text.fill("A minha resposta.");
    await api.reply(contact.id, "A resposta da outra janela.");
    await press(dialog, "Enviar");
    await expect(toast(page, "Erro ao enviar resposta")).toContainText(
      "já respondeu a este contato em outra janela",
    );
    await expect(timeline(page)).toContainText("A resposta da outra janela.");
    await expect(text).toHaveValue("A minha resposta.");
    await press(dialog, "Enviar");
    await expect(toast(page, "Resposta na fila de envio")).toBeVisible();
    await expect(timeline(page)).toContainText("A minha resposta.");
  });

  test("changes several contacts at once, and undoes the changes", async ({ page, api }) => {
    const family = unique("Massa");
    for (const number of [1, 2, 3]) await api.createContact({ name: `${family} ${number}` });
    await openContacts(page, family);
    const bar = page.getByRole("region", { name: "Ações em massa" });
    await page.getByRole("checkbox", { name: `Selecionar ${family} 1` }).check();
    await page.getByRole("checkbox", { name: `Selecionar ${family} 3` }).check();
    await expect(bar).toContainText("2 selecionados");
    await expectAccessible(page);
    await bar.getByRole("button", { name: "Mudar status dos selecionados" }).press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Novo" })).toBeFocused();
    await expectAccessible(page);
    await page.getByRole("menuitem", { name: "Arquivado" }).press("Enter");
    await expect(toast(page, "2 contatos arquivados")).toBeVisible();
    await expect(bar).toHaveCount(0);
    await expect(page.getByRole("link", { name: `${family} 2` })).toBeFocused();
    await expect(contactRows(page, family).filter({ hasText: "Arquivado" })).toHaveCount(2);
    await toast(page, "2 contatos arquivados").getByRole("button", { name: "Desfazer" }).click();
    await expect(contactRows(page, family).filter({ hasText: "Novo" })).toHaveCount(3);

    await page.getByRole("checkbox", { name: `Selecionar ${family} 2` }).check();
    await bar.getByRole("button", { name: "Selecionar a página" }).click();
    await expect(bar).toContainText("3 selecionados");
    await bar.getByRole("button", { name: "São suspeitos" }).click();
    await expect(contactRows(page, family)).toHaveCount(0);
    await expect.poll(() => api.listContacts(family, "spam")).toHaveLength(3);
    await toast(page, "3 contatos em Suspeitos").getByRole("button", { name: "Desfazer" }).click();
    await expect(contactRows(page, family)).toHaveCount(3);

    await page.getByRole("checkbox", { name: `Selecionar ${family} 2` }).check();
    await bar.getByRole("button", { name: "Excluir" }).click();
    await expect(contactRows(page, family)).toHaveCount(2);
    await toast(page, "1 contato na lixeira").getByRole("button", { name: "Desfazer" }).click();
    await expect(contactRows(page, family)).toHaveCount(3);
  });

  test("saves, applies and deletes a filter", async ({ page, api }) => {
    const family = unique("Salvo");
    await api.createContact({ name: family });
    await openContacts(page, family);
    await page.getByRole("combobox", { name: "Filtrar por status" }).selectOption("Novo");
    await expect(page).toHaveURL(/status=new/);
    await page.getByRole("button", { name: "Salvar filtro" }).click();
    const dialog = page.getByRole("dialog", { name: "Salvar filtro" });
    await expect(dialog.getByRole("textbox", { name: "Nome" })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type(family);
    await page.keyboard.press("Enter");
    await expect(toast(page, "Filtro salvo")).toBeVisible();
    await page.goto("/admin/contacts?visao=tabela");
    const chip = page
      .getByRole("list", { name: "Filtros salvos" })
      .getByRole("listitem")
      .filter({ hasText: family });
    await chip.getByRole("link").click();
    await expect(page.getByRole("searchbox")).toHaveValue(family);
    await expect(contactRows(page, family)).toHaveCount(1);
    await expect(chip.getByRole("link")).toHaveAttribute("aria-current", "page");
    await expectAccessible(page);
    await chip.getByRole("button", { name: `Apagar o filtro ${family}` }).click();
    await expect(chip).toHaveCount(0);
    await toast(page, "Filtro apagado").getByRole("button", { name: "Desfazer" }).click();
    await chip.getByRole("link").click();
    await expect(contactRows(page, family)).toHaveCount(1);
    await chip.getByRole("button", { name: `Apagar o filtro ${family}` }).click();
    await expect(chip).toHaveCount(0);
  });

  test("shows the deadline in the list and in the contact, and marks a late one", async ({ page, api }) => {
    const contact = await api.createContact({ name: unique("Prazo") });
    await openContacts(page, contact.name);
    await expect(contactRows(page, contact.name)).toContainText(/até .+h/);
    await expect(page.getByRole("combobox", { name: "Ordenar" })).toHaveValue("late_first");
    await contactRows(page, contact.name).getByRole("link", { name: contact.name }).click();
    await expect(page.getByRole("dialog")).toContainText(/Responder até .+h/);
    // Simulates a deadline in the past.
    await page.route("**/api/contacts?*", async (route) => {
      const answer = await route.fetch();
      const contacts = (await answer.json()) as (Contact & { promise: object | null })[];
      const late = { due_at: "2020-01-02T15:00:00Z", is_late: true, minutes_left: 0 };
      await route.fulfill({ response: answer, json: contacts.map((found) => ({ ...found, promise: late })) });
    });
    await openContacts(page, contact.name);
    await expect(contactRows(page, contact.name)).toContainText("Atrasado");
    await expectAccessible(page);
    await page.unrouteAll();
    await api.updateContact(contact.id, { status: "replied" });
    await openContacts(page, contact.name);
    await expect(contactRows(page, contact.name)).not.toContainText(/até .+h|Atrasado/);
  });

  test("fits the screen of a phone, in the list and in a contact", async ({ page, api }) => {
    const contact = await api.createContact({ name: unique("Estreito") });
    await page.setViewportSize({ width: 390, height: 844 });
    await openContacts(page, contact.name);
    await page.getByRole("checkbox", { name: `Selecionar ${contact.name}` }).check();
    await expect(page.getByRole("region", { name: "Ações em massa" })).toBeVisible();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    const longName = "W".repeat(40);
    await page.getByRole("button", { name: "Salvar filtro" }).click();
    await expect(page.getByRole("dialog").getByRole("textbox", { name: "Nome" })).toBeFocused();
    await page.keyboard.type(longName);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("link", { name: longName })).toBeVisible();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: `Apagar o filtro ${longName}` }).click();
    await expect(page.getByRole("link", { name: longName })).toHaveCount(0);
    const dialog = await openContact(page, contact);
    await press(dialog, "Responder");
    await expect(dialog.getByRole("button", { name: "Enviar", exact: true })).toBeVisible();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});
