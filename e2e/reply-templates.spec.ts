/** Reply templates, their placeholders in the composer, and the dialogs of an open contact. */
import { press, signInAsStaff, textBox, unique } from "./support/screens.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

test("template of the menu's screen fills a reply, and unknown placeholders are refused", async ({
  page,
  api,
}) => {
  const contact = await api.createContact({ name: `Ana ${unique("Modelo").replaceAll(/\W|\d/g, "")}` });
  const name = unique("Visita");
  await signInAsStaff(page);
  await page.goto("/admin/dashboard");
  await page.getByRole("link", { name: "Modelos de Resposta" }).click();
  await press(page, "Adicionar");
  const dialog = page.getByRole("dialog", { name: "Novo modelo" });
  await textBox(dialog, "Nome").fill(name);
  await textBox(dialog, "Texto").fill("Olá, {nome}, da {cidade}.");
  await expect(dialog.getByRole("status")).toContainText("{cidade}");
  await expectAccessible(page);
  await textBox(dialog, "Texto").fill("Olá, {nome}, podemos visitar a {empresa}.");
  await press(dialog, "Adicionar");
  await expect(page.getByRole("row").filter({ hasText: name })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/admin/contacts/${contact.id}?visao=conversa`);
  await press(page, "Modelos de resposta");
  await page.getByRole("menuitem", { name }).click();
  const reply = textBox(page, "Resposta");
  await expect(reply).toHaveValue("Olá, Ana, podemos visitar a Exemplo Ltda..");
  await reply.fill("Olá, {nome}, da {cidade}.");
  await expect(reply).toHaveAccessibleDescription("Ao enviar, {nome} vira “Ana”.");
  await press(page, "Enviar");
  await expect(reply).toHaveAccessibleDescription(/{cidade} não é um campo/);
  await expectAccessible(page);
});

test("dialogs of an open contact are accessible", async ({ page, api }) => {
  const contact = await api.createContact({ name: unique("Janelas") });
  await signInAsStaff(page);
  await page.goto(`/admin/contacts/${contact.id}?visao=conversa`);
  await expect(page.getByRole("article", { name: contact.name })).toBeVisible();
  const open = [
    async () => press(page, "Assinatura"),
    async () => page.getByRole("button", { name: /Encaminhar/ }).click(),
    async () => page.getByRole("combobox", { name: "Etapa" }).selectOption("lost"),
    async () => press(page, "Planejar"),
  ];
  for (const show of open) {
    await show();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await press(page, "Cc: adicionar cópia");
  await expect(textBox(page, "Com cópia (Cc)")).toBeFocused();
  await expectAccessible(page);
});
