/** Sections of the footer, and the company facts that it shows. */
import { newPerson } from "./support/accounts.ts";
import { addItem, dialog, entryRow, openMenuFooter, test } from "./support/navigation.ts";
import { openPage, press, signInAsStaff, siteMenu, textBox, toast, unique } from "./support/screens.ts";
import { expect, expectAccessible } from "./support/test.ts";

test.beforeEach(async ({ page }) => signInAsStaff(page));

test.describe("footer manager", () => {
  test("adds, edits, deletes and restores a section, with the fields of every type", async ({
    page,
    anotherContext,
  }) => {
    const title = unique("Links úteis");
    await openMenuFooter(page, "footer");
    const table = page.getByRole("table", { name: "Seções do rodapé" });
    await expect(table.getByRole("columnheader")).toHaveText(["Ordem", "Título", "Tipo", "Status", "Ações"]);
    await press(page, "Nova Seção");
    const form = dialog(page, "Nova Seção");
    await expect(form.getByRole("switch", { name: "Ativo" })).toBeChecked();
    const type = form.getByRole("combobox", { name: "Tipo" });
    await expect(textBox(form, "Descrição")).toHaveCount(0);
    await type.selectOption("text");
    await expect(textBox(form, "Descrição")).toBeVisible();
    await type.selectOption("contact");
    await expect(form.getByRole("link", { name: "Configurações de Contato" })).toBeVisible();
    await type.selectOption("social");
    await expect(form.getByRole("link", { name: "Configurações Gerais" })).toBeVisible();
    await type.selectOption("links");
    await textBox(form, "Título").fill(title);
    await press(form, "Adicionar link");
    await textBox(form, "Texto do link 1").fill("Escreva");
    await textBox(form, "Endereço do link 1").fill("oi@exemplo.com.br");
    await press(form, "Adicionar link");
    await press(form, "Escolher página: Endereço do link 2");
    await page.getByRole("searchbox", { name: "Buscar página, serviço ou post" }).fill("formulario");
    await page.getByRole("button", { name: /^Formulário de orçamento/ }).click();
    await expect(textBox(form, "Texto do link 2")).toHaveValue("Formulário de orçamento");
    await press(form, "Mover link 2 para cima");
    const preview = form.frameLocator("iframe");
    await expect(preview.locator("footer").getByText(title)).toBeAttached();
    await expect(preview.locator("header")).toHaveCount(0);
    await press(form, "Adicionar");
    await expect(toast(page, "Seção do rodapé adicionada!")).toBeVisible();
    await expect(entryRow(page, title)).toContainText("2 links");

    const visitor = await (await anotherContext()).newPage();
    const footer = visitor.getByRole("contentinfo");
    await openPage(visitor, "/contato");
    await expect(footer.getByRole("heading", { name: title })).toBeVisible();
    await expect(footer.getByRole("link", { name: "Formulário de orçamento" })).toHaveAttribute(
      "href",
      "/contato#orcamento",
    );
    await expect(footer.getByRole("link", { name: "Escreva" })).toHaveAttribute(
      "href",
      "mailto:oi@exemplo.com.br",
    );

    await press(entryRow(page, title), `Editar ${title}`);
    const editor = dialog(page, `Editar Seção: ${title}`);
    await editor.getByRole("combobox", { name: "Tipo" }).selectOption("text");
    await textBox(editor, "Descrição").fill("Gente que resolve.");
    await press(editor, "Salvar");
    await expect(toast(page, "Seção do rodapé atualizada!")).toBeVisible();
    await openPage(visitor, "/contato");
    await expect(footer.getByText("Gente que resolve.")).toBeVisible();

    await press(entryRow(page, title), `Excluir ${title}`);
    await press(dialog(page, "Tem certeza que deseja excluir esta seção do rodapé?"), "Excluir");
    await expect(toast(page, "Seção removida!")).toBeVisible();
    await openPage(visitor, "/contato");
    await expect(footer.getByText("Gente que resolve.")).toHaveCount(0);
    await press(page, "Desfazer");
    await expect(entryRow(page, title)).toBeVisible();
    await press(entryRow(page, title), `Excluir ${title}`);
    await press(page, "Excluir");
    await expect(entryRow(page, title)).toHaveCount(0);
  });

  test("is accessible", async ({ page }) => {
    test.slow();
    await openMenuFooter(page, "footer");
    await expectAccessible(page);
    await press(page, "Editar Soluções");
    await expect(textBox(page, "Texto do link 4")).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe("company facts", () => {
  test("are shared with the settings", async ({ page }) => {
    const name = unique("Oficina");
    await openMenuFooter(page, "company");
    await expect(textBox(page, "Nome da Empresa")).toHaveValue("Vitrine TI");
    await expectAccessible(page);
    await textBox(page, "Nome da Empresa").fill(name);
    await textBox(page, "Texto de copyright").fill("© 2026 Todos nós.");
    await textBox(page, "Telefone").fill("(81) 3333-4444");
    const footerPreview = page
      .getByRole("region", { name: "Prévia do rodapé" })
      .frameLocator("iframe")
      .locator("footer");
    await expect(footerPreview.getByText("© 2026 Todos nós.")).toBeAttached();
    await press(page, "Salvar Informações");
    await expect(toast(page, "Informações da empresa salvas!")).toBeVisible();
    await page.getByRole("tab", { name: "Redes Sociais" }).click();
    await textBox(page, "LinkedIn").fill("linkedin.com/company/oficina");
    await press(page, "Salvar Redes Sociais");
    await expect(toast(page, "Redes sociais salvas!")).toBeVisible();
    await page.goto("/admin/contact-settings");
    await expect(textBox(page, "Telefone")).toHaveValue("(81) 3333-4444");
    await expect(textBox(page, "LinkedIn")).toHaveValue("https://linkedin.com/company/oficina");
    await openPage(page, "/");
    const siteFooter = page.getByRole("contentinfo");
    await expect(siteFooter.getByText("© 2026 Todos nós.")).toBeVisible();
    // Another test may have added a section that shows the link again.
    await expect(siteFooter.getByRole("link", { name: "LinkedIn" }).first()).toBeVisible();
    await expect(page.getByRole("banner").getByText(name).first()).toBeVisible();
  });

  test("are hidden from editors, who can edit the menu", async ({ page, api, anotherContext }) => {
    const person = newPerson("Edite");
    await api.createUser({ ...person, role: "editor" });
    const editor = await (await anotherContext()).newPage();
    await signInAsStaff(editor, person);
    await openMenuFooter(editor);
    const label = unique("Da editora");
    await addItem(editor, label);
    for (const tab of ["Empresa", "Redes Sociais"]) {
      await editor.getByRole("tab", { name: tab }).click();
      await expect(editor.getByRole("tabpanel").getByText("Só para administradores")).toBeVisible();
    }
    await openPage(page, "/");
    await expect(siteMenu(page).getByRole("link", { name: label })).toBeVisible();
  });
});
