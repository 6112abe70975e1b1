/** The contacts manager as a table: search, status, erasure, export, keyboard and suspected contacts. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { openPanel, press, signInAsStaff, toast, unique } from "./support/screens.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

test.describe("contacts manager", () => {
  test.beforeEach(async ({ page }) => signInAsStaff(page));

  test("finds, opens, updates, deletes and restores a contact", async ({ page, api }) => {
    const name = unique("João Conceição");
    const { id } = await api.createContact({ name });
    await openPanel(page);
    await page.getByRole("link", { name: "Gerenciar Contatos" }).click();
    await page.waitForURL("**/admin/contacts");
    await page.getByRole("button", { name: "Tabela", exact: true }).click();
    await page.waitForURL("**/admin/contacts?visao=tabela");

    const search = page.getByRole("searchbox");
    await search.fill(name.replace("João Conceição", "joao conceicao"));
    const row = page.getByRole("row").filter({ hasText: name });
    await expect(page.getByText("1 contato encontrado")).toBeVisible();
    await expect(row).toContainText("Novo");
    await expectAccessible(page);

    await row.getByRole("link", { name }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Preciso de ajuda.");
    await expect.poll(async () => (await api.findContact(id)).status).toBe("read");
    await expectAccessible(page);

    await dialog.getByRole("combobox", { name: "Status" }).selectOption("Respondido");
    await expect(toast(page, "Status atualizado")).toBeVisible();
    expect((await api.findContact(id)).status).toBe("replied");
    await toast(page, "Status atualizado").getByRole("button", { name: "Desfazer" }).click();
    await expect(dialog.getByRole("combobox", { name: "Status" })).toHaveValue("read");
    expect((await api.findContact(id)).status).toBe("read");
    await dialog.getByRole("combobox", { name: "Status" }).selectOption("Respondido");
    await expect.poll(async () => (await api.findContact(id)).status).toBe("replied");

    await dialog.getByRole("button", { name: "Excluir" }).click();
    await expect(toast(page, "Contato excluído")).toBeVisible();
    await expect(row).toHaveCount(0);
    await expect.poll(() => api.listContacts(name)).toHaveLength(0);
    await toast(page, "Contato excluído").getByRole("button", { name: "Desfazer" }).click();
    await expect(row).toContainText("Respondido");
    await expect.poll(() => api.listContacts(name)).toHaveLength(1);
  });

  test("imports contacts, and undoes the import", async ({ page, api }) => {
    const name = unique("Importada");
    await page.goto("/admin/contacts?visao=tabela");
    await press(page, "Importar");
    const dialog = page.getByRole("dialog", { name: "Importar contatos" });
    const csv = `Nome;E-mail\n${name};${randomUUID()}@exemplo.com.br\n`;
    await dialog
      .getByLabel(/Escolha um arquivo/)
      .setInputFiles({ name: "contatos.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await expect(dialog.getByText("1 contato novo")).toBeVisible();
    await press(dialog, "Importar");
    await expect(dialog.getByText("Contatos importados: 1 contato novo.")).toBeVisible();
    await expect.poll(() => api.listContacts(name)).toHaveLength(1);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Desfazer importação" }).first().click();
    await expect(toast(page, "Importação desfeita")).toBeVisible();
    await expect(dialog.getByText(/^Contatos importados/)).toHaveCount(0);
    await expect.poll(() => api.listContacts(name)).toHaveLength(0);
  });

  test("erases a person after the email address is typed", async ({ page, api }) => {
    const [name, email] = [unique("Pessoa"), `pessoa-${randomUUID()}@exemplo.com.br`];
    const { id } = await api.createContact({ name, email });
    await page.goto(`/admin/contacts/${id}?visao=tabela`);
    await page.getByRole("button", { name: "Apagar dados da pessoa" }).click();
    const question = page.getByRole("dialog", { name: "Apagar todos os dados desta pessoa?" });
    const confirm = question.getByRole("button", { name: "Apagar dados da pessoa" });
    await expect(confirm).toBeDisabled();
    await expectAccessible(page);
    await question.getByRole("textbox").fill(email);
    await confirm.click();
    await expect(toast(page, "Dados da pessoa apagados")).toBeVisible();
    const certificate = page.getByRole("dialog", { name: "Dados apagados" });
    await expect(certificate).toContainText("Contatos enviados: 1");
    await certificate.getByRole("button", { name: "Concluir" }).click();
    expect((await api.findContact(id)).email).toBe("");
    expect(await api.listContacts(name)).toHaveLength(0);
  });

  test("filters by status, with the filter in the address", async ({ page, api }) => {
    const family = unique("Filtro");
    await api.createContact({ name: `${family} A` });
    const { id } = await api.createContact({ name: `${family} B` });
    await api.updateContact(id, { status: "archived" });
    await page.goto(`/admin/contacts?visao=tabela&search=${encodeURIComponent(family)}`);
    await expect(page.getByRole("row").filter({ hasText: family })).toHaveCount(2);

    await page.getByRole("combobox", { name: "Filtrar por status" }).selectOption("Arquivado");
    await expect(page.getByRole("row").filter({ hasText: family })).toHaveCount(1);
    expect(new URL(page.url()).searchParams.get("status")).toBe("archived");
    await page.reload();
    await expect(page.getByRole("row").filter({ hasText: `${family} B` })).toHaveCount(1);
    await page.goBack();
    await expect(page.getByRole("row").filter({ hasText: family })).toHaveCount(2);
  });

  test("offers to clear the filters when there are no results", async ({ page }) => {
    await page.goto("/admin/contacts?visao=tabela&search=ninguém-se-chama-assim");
    const clear = page.getByRole("main").getByRole("button", { name: "Limpar filtros" });
    await expect(clear).toHaveCount(2); // one beside the filters, one below the explanation
    await expectAccessible(page);
    await clear.last().click();
    await expect(page.getByRole("searchbox")).toHaveValue("");
  });

  test("exports the filtered contacts without formulas", async ({ page, api }) => {
    const family = unique("Exportado");
    await api.createContact({ name: `=${family}`, company: '=HYPERLINK("http://x")' });
    await api.createContact({ name: `Outro ${family}` });
    await page.goto(`/admin/contacts?visao=tabela&search=${encodeURIComponent(`=${family}`)}`);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: /CSV/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    const text = readFileSync(await download.path(), "utf8");
    expect(text).toContain(`'=${family}`);
    expect(text).toContain(`'=HYPERLINK`);
    expect(text).not.toContain(`Outro ${family}`);
  });

  test("opens contacts by keyboard", async ({ page, api }) => {
    const family = unique("Teclado");
    await api.createContact({ name: `${family} antigo` });
    await api.createContact({ name: `${family} recente` });
    await page.goto("/admin/contacts?visao=tabela");
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused();
    await page.keyboard.type(family);
    await expect(page.getByRole("row").filter({ hasText: family })).toHaveCount(2);
    // Moves the focus out of the search field, which would receive the letters.
    await page.goto(page.url());
    await expect(page.getByRole("row").filter({ hasText: family })).toHaveCount(2);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText(`${family} antigo`);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe("/admin/contacts");
  });

  test("moves a suspected contact to the inbox", async ({ page, api, server }) => {
    const name = unique("Suspeito");
    await fetch(`${server.url}/api/contacts`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": randomUUID() },
      body: JSON.stringify({
        name,
        email: "s@suspeito.example",
        phone: "1140001234",
        company: "S",
        message: "m",
        website: "preenchido",
      }),
    });
    await page.goto("/admin/contacts?view=spam&visao=tabela");
    await page.getByRole("searchbox").fill(name);
    const row = page.getByRole("row").filter({ hasText: name });
    await row.getByRole("link", { name }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Não é suspeito" }).click();
    await expect.poll(() => api.listContacts(name)).toHaveLength(1);
  });
});
