/** The audit log: search, filters, details and export. */
import { readFileSync } from "node:fs";
import { openPanel, signInAsStaff, unique } from "./support/screens.ts";
import { ADMIN } from "./support/server.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

test("event about a contact is found by name and links to the contact", async ({ page, api }) => {
  const name = unique("Joana");
  const contact = await api.createContact({ name });
  await api.updateContact(contact.id, { status: "archived" });
  await signInAsStaff(page);
  await openPanel(page);
  await page
    .getByRole("navigation", { name: "Administração" })
    .getByRole("link", { name: "Registro de Auditoria" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Registro de Auditoria" })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("searchbox", { name: "Buscar no registro" }).fill(name.toUpperCase());
  await expect(page.getByRole("status").filter({ hasText: "1 evento" })).toBeVisible();
  await page.getByRole("link", { name: `alterou o contato ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `alterou o contato ${name}` });
  await expect(dialog.getByRole("row", { name: "Status Novo Arquivado" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("link", { name: `alterou o contato ${name}` })).toBeFocused();

  await page.keyboard.press("Enter");
  await dialog.getByRole("link", { name: `Abrir ${name}` }).click();
  await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
});

test("filters are in the address and can be cleared", async ({ page, api }) => {
  await api.createPost({ title: unique("Post auditado") });
  await signInAsStaff(page);
  await page.goto("/admin/audit?group=post&search=auditado");
  await expect(page.getByRole("combobox", { name: "Filtrar por assunto" })).toHaveValue("post");
  await expect(page.getByRole("row", { name: /criou o post Post auditado/ }).first()).toBeVisible();
  await page.getByRole("combobox", { name: "Filtrar por assunto" }).selectOption("service");
  await expect(page.getByRole("heading", { name: "Nenhum evento encontrado" })).toBeVisible();
  await expect(page).toHaveURL(/group=service/);
  await expectAccessible(page);
  await page.getByRole("main").getByRole("button", { name: "Limpar filtros" }).first().click();
  await expect(page).toHaveURL(/\/admin\/audit$/);
  await page.getByLabel("De", { exact: true }).fill("2099-01-01");
  await expect(page.getByRole("heading", { name: "Nenhum evento encontrado" })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("De", { exact: true })).toHaveValue("2099-01-01");
});

test("failed sign-in links to all events of the account", async ({ page, server }) => {
  const { email } = ADMIN;
  await fetch(`${server.url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password: "errada" }),
  });
  await signInAsStaff(page);
  await page.goto("/admin/audit?group=account");
  await page
    .getByRole("link", { name: `tentou entrar, sem sucesso, como ${email}` })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("link", { name: "Tudo deste registro" }).click();
  await expect(page.getByRole("button", { name: "Remover filtro: Um só registro" })).toBeVisible();
  await page.getByRole("link", { name: `criou a conta de ${email}` }).click();
  await expect(page.getByRole("dialog")).toContainText("Sistema");
});

test("listed events are exported as CSV", async ({ page }) => {
  await signInAsStaff(page);
  await page.goto("/admin/audit?group=audit");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exportar CSV" }).click();
  const text = readFileSync(await (await downloading).path(), "utf8");
  expect(text).toContain("Número;Quando;Quem;O que fez;Registro");
  expect(text).toContain("abriu este registro");
});
