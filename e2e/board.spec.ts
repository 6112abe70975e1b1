/** The board of contacts: moving cards by keyboard, mouse and menu, outcomes, next steps, and narrow screens. */
import type { Page } from "@playwright/test";
import type { Api, Contact } from "./support/api.ts";
import { overflow, press, signInAsStaff, unique } from "./support/screens.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

const column = (page: Page, name: string) => page.getByRole("region", { name: new RegExp(`^${name}`) });
const card = (page: Page, stage: string, name: string) => column(page, stage).getByRole("link", { name });

async function createContacts(api: Api, family: string, letters: string): Promise<Contact[]> {
  const contacts = [];
  for (const letter of letters) contacts.push(await api.createContact({ name: `${family} ${letter}` }));
  return contacts;
}

async function openBoard(page: Page, search: string, name: string): Promise<void> {
  await page.goto(`/admin/contacts?${new URLSearchParams({ search, visao: "quadro" })}`);
  await expect(card(page, "Novo", name)).toBeVisible();
}

test("card is moved to an outcome by keyboard, announced and undone", async ({ page, api }) => {
  const family = unique("Quadro");
  const [first] = await createContacts(api, family, "AB");
  const name = first!.name;
  await signInAsStaff(page);
  await openBoard(page, family, name);
  await expectAccessible(page);
  await card(page, "Novo", name).focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page.getByRole("status").filter({ hasText: `${name} está em Em conversa.` })).toBeAttached();
  await expect(card(page, "Em conversa", name)).toBeFocused();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(card(page, "Proposta", name)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(card(page, "Novo", `${family} B`)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(card(page, "Proposta", name)).toBeFocused();

  await page.keyboard.press("Shift+ArrowRight");
  const won = page.getByRole("dialog", { name: `Ganho: ${name}` });
  await expect(won.getByRole("textbox", { name: "Valor em R$" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type("doze mil");
  await page.keyboard.press("Enter");
  await expect(won.getByText("Informe um valor em reais")).toBeVisible();
  await won.getByRole("textbox", { name: "Valor em R$" }).fill("12.000,00");
  await page.keyboard.press("Enter");
  await expect(card(page, "Ganho", name)).toBeFocused();
  await expect(column(page, "Ganho")).toContainText("R$ 12.000,00");
  await expect.poll(() => api.findContact(first!.id)).toMatchObject({ stage: "won", value_cents: 1_200_000 });
  await page.keyboard.press("z");
  await expect(card(page, "Proposta", name)).toBeVisible();
  await expect.poll(() => api.findContact(first!.id)).toMatchObject({ stage: "proposal", value_cents: null });
});

test("card is dragged to a column, and its menu asks for the reason of a loss", async ({ page, api }) => {
  const family = unique("Arrastado");
  const [contact] = await createContacts(api, family, "A");
  const name = contact!.name;
  await signInAsStaff(page);
  await openBoard(page, family, name);
  const from = (await card(page, "Novo", name).boundingBox())!;
  const to = (await column(page, "Proposta").boundingBox())!;
  await page.mouse.move(from.x + 10, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 30, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, to.y + 60, { steps: 4 });
  await page.mouse.up();
  await expect(card(page, "Proposta", name)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(() => api.findContact(contact!.id)).toMatchObject({ stage: "proposal" });

  await press(page, `Mover ${name} para…`);
  await page.getByRole("menuitem", { name: "Perdido" }).click();
  const lost = page.getByRole("dialog", { name: `Perdido: ${name}` });
  await press(lost, "Marcar como perdido");
  await expect(lost.getByText("Escolha o motivo.")).toBeVisible();
  await lost.getByRole("radio", { name: "Preço" }).check();
  await expectAccessible(page);
  await press(lost, "Marcar como perdido");
  await expect(card(page, "Perdido", name)).toBeVisible();
  await expect
    .poll(() => api.findContact(contact!.id))
    .toMatchObject({ stage: "lost", lost_reason: "price" });
});

test("move of a contact that a colleague has moved is explained, and one that was only opened is made", async ({
  page,
  api,
  watch,
}) => {
  watch.allow(failedCall(412));
  const family = unique("Simultâneo");
  const [moved, opened] = await createContacts(api, family, "AB");
  await signInAsStaff(page);
  await openBoard(page, family, moved!.name);
  await api.changeStage(moved!.id, { stage: "proposal" });
  await card(page, "Novo", moved!.name).focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page.getByText("Alguém mudou isto enquanto você olhava.")).toBeVisible();
  await api.updateContact(opened!.id, { status: "read" });
  await card(page, "Novo", opened!.name).focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => api.findContact(opened!.id)).toMatchObject({ stage: "talking" });
  await expect(card(page, "Proposta", moved!.name)).toBeVisible();
  expect(await api.findContact(moved!.id)).toMatchObject({ stage: "proposal" });
});

test("phone shows one column of the board and moves a card by its menu", async ({ page, api }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const family = unique("Telefone");
  const [contact] = await createContacts(api, family, "A");
  await signInAsStaff(page);
  await openBoard(page, family, contact!.name);
  await expect(column(page, "Proposta")).toBeHidden();
  await press(page, `Mover ${contact!.name} para…`);
  await page.getByRole("menuitem", { name: "Proposta" }).click();
  await expect(card(page, "Novo", contact!.name)).toHaveCount(0);
  await page
    .getByRole("group", { name: "Etapa" })
    .getByRole("button", { name: /^Proposta/ })
    .click();
  await expect(card(page, "Proposta", contact!.name)).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});

test("next step is planned, shown as due, listed and completed with undo", async ({ page, api }) => {
  const family = unique("Passo");
  const [contact] = await createContacts(api, family, "A");
  await signInAsStaff(page);
  await page.goto(`/admin/contacts/${contact!.id}?visao=conversa`);
  const step = page.getByRole("region", { name: "Próximo passo" });
  await press(step, "Planejar");
  const dialog = page.getByRole("dialog", { name: "Próximo passo" });
  await dialog.getByRole("textbox", { name: "O que fazer" }).fill("Ligar para combinar");
  await press(dialog, "Hoje");
  await expectAccessible(page);
  await press(dialog, "Salvar");
  await expect(step).toContainText("hoje");
  await page.goto("/admin/contacts?view=next_steps&visao=conversa");
  await expect(page.getByRole("row").filter({ hasText: contact!.name })).toContainText("hoje");
  await page.goto("/admin/dashboard");
  const mine = page.getByRole("region", { name: "Meus próximos passos" });
  await press(mine, "Feito: Ligar para combinar");
  await expect(mine.getByRole("link", { name: "Ligar para combinar" })).toHaveCount(0);
  await press(page, "Desfazer");
  await expect(mine.getByRole("link", { name: "Ligar para combinar" })).toBeVisible();
});

test("results show the funnel and tables", async ({ page, api }) => {
  const [contact] = await createContacts(api, unique("Resultado"), "A");
  await api.changeStage(contact!.id, { stage: "won", value_cents: 250_000 });
  await signInAsStaff(page);
  await page.goto("/admin/results");
  await expect(page.getByRole("region", { name: "Do contato ao negócio" })).toContainText("Ganho");
  const sources = page.getByRole("table", { name: "De onde vieram" });
  await expect(sources.getByRole("columnheader", { name: "Origem" })).toBeVisible();
  await expectAccessible(page);
  await press(page, "365 dias");
  await expect(page).toHaveURL(/days=365/);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});
