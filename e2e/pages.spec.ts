/** Editing page texts: forms, preview, search, history, conflicts and local drafts. */
import { expandSection, openSection, pagePreview, savePage, section, test } from "./support/page-texts.ts";
import { openPage, openPanel, press, signInAsStaff, textBox, toast, unique } from "./support/screens.ts";
import { expect, expectAccessible } from "./support/test.ts";
import { failedCall, UNREACHABLE } from "./support/watch.ts";

test.describe("page texts", () => {
  test.beforeEach(async ({ page }) => signInAsStaff(page));

  test("are listed by page, in groups", async ({ page }) => {
    await openPanel(page);
    await page
      .getByRole("navigation", { name: "Menu Principal" })
      .getByRole("link", { name: "Páginas" })
      .click();
    const headings = page.getByRole("main").getByRole("heading", { level: 2 });
    await expect(headings).toHaveText([
      "Institucional",
      "Serviços",
      "Blog",
      "Contato",
      "Conta",
      "Textos legais",
    ]);
    const legal = page.getByRole("region", { name: "Textos legais" });
    await legal.getByRole("link", { name: "Política de Privacidade" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Política de Privacidade");
    await expect(page.getByRole("link", { name: "Ver no site" })).toHaveAttribute("href", "/privacidade");
  });

  test("appear on the site with the next request", async ({ page }) => {
    const [title, client] = [unique("Outro título"), unique("Cliente")];
    const hero = await openSection(page, "about", "Abertura");
    await textBox(hero, "Título").fill(title);
    const pillars = await expandSection(page, "Pilares");
    await pillars.getByText("Missão").click();
    await pillars.getByRole("combobox", { name: "Ícone" }).selectOption({ label: "Balança" });
    const clients = await expandSection(page, "Clientes");
    await press(clients, "Adicionar cliente");
    const added = textBox(clients, "Cliente 23");
    await expect(added).toBeFocused();
    await added.fill(client);
    await press(clients, "Mover cliente 23 para cima");
    await expect(textBox(clients, "Cliente 22")).toHaveValue(client);
    await press(clients, "Remover cliente 1");
    await expect(toast(page, "Cliente 1 saiu da lista")).toBeVisible();
    await expect(textBox(clients, "Cliente 1")).toHaveValue("Clínica Santa Helena");
    await press(page, "Desfazer");
    await expect(textBox(clients, "Cliente 1")).toHaveValue("TechCorp Indústria");
    await expect(page.getByText("Alterações não salvas")).toBeVisible();
    await savePage(page);
    await expect(page.getByText("Alterações não salvas")).toHaveCount(0);

    await openPage(page, "/sobre");
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(main.getByText(client)).toBeVisible();
    await page.goto("/admin/pages");
    await expect(page.getByRole("listitem").filter({ hasText: "/sobre" })).toContainText("Personalizada");
  });

  test("are pasted as one line, with the caret at its end", async ({ page, context }) => {
    const hero = await openSection(page, "about", "Abertura");
    const text = textBox(hero, "Texto abaixo do título");
    await text.fill("Desde o começo.");
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(() => navigator.clipboard.writeText("Colado um.\nColado dois."));
    await text.press("Home");
    for (let letter = 0; letter < "Desde ".length; letter += 1) await text.press("ArrowRight");
    await text.press("Control+v");
    await text.press("Enter");
    await text.pressSequentially(" E ");
    await expect(text).toHaveValue("Desde Colado um. Colado dois. E o começo.");
    // The browser's own undo also restores the text.
    await expect(async () => {
      await text.press("Control+z");
      await expect(text).toHaveValue("Desde o começo.", { timeout: 100 });
    }).toPass();
  });

  test("offer no undo of a removed item after changes are discarded", async ({ page }) => {
    const hero = await openSection(page, "home", "Abertura");
    const promises = hero.getByRole("group", { name: /^Promessas/ });
    const removers = promises.getByRole("button", { name: /^Remover/ });
    const before = await removers.count();
    await removers.nth(1).click();
    await expect(removers).toHaveCount(before - 1);
    await expect(page.getByRole("button", { name: "Desfazer" })).toBeVisible();
    await press(page, "Descartar alterações");
    await expect(removers).toHaveCount(before);
    await expect(page.getByRole("button", { name: "Desfazer" })).toBeHidden();
  });

  test("are previewed on the page before they are saved", async ({ page, anotherContext }) => {
    const title = unique("Ainda não salvo");
    const hero = await openSection(page, "home", "Abertura");
    await expect(pagePreview(page).getByRole("heading", { level: 1 })).toHaveText(/^Sua empresa no ar/);
    await textBox(hero, "Título").fill(title);
    await expect(pagePreview(page).getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.locator("iframe")).toHaveAttribute("style", /width: 1440px/);
    await press(page, "Celular");
    await expect(page.locator("iframe")).toHaveAttribute("style", /width: 390px/);
    const visitor = await (await anotherContext()).newPage();
    await openPage(visitor, "/");
    await expect(visitor.getByRole("heading", { level: 1 })).not.toHaveText(title);
    // The preview scrolls to the focused field.
    const closing = await expandSection(page, "Chamada final");
    const scroller = page.getByRole("group", { name: "Página, para rolar" });
    await textBox(closing, "Título").focus();
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(300);

    await page.goto("/admin/pages/recovery");
    await page.getByRole("combobox", { name: "O que a prévia mostra" }).selectOption("Nova senha");
    await expect(pagePreview(page).getByText("Escolha uma nova senha")).toBeVisible();
  });

  test("mark and preserve refused input", async ({ page, watch }) => {
    watch.allow(failedCall(422));
    const hero = await openSection(page, "home", "Abertura");
    await textBox(hero, "Título").fill("a".repeat(101));
    await expect(hero.getByText("Use no máximo 100 caracteres.")).toBeVisible();
    const services = await expandSection(page, "Serviços");
    await services.getByText("Suporte e Manutenção").click();
    await textBox(services, "Endereço da página").fill("javascript:alert(1)");
    await press(page, "Salvar página");
    await expect(toast(page, "Erro ao salvar")).toBeVisible();
    await expect(services.getByText(/^Use um endereço deste site/)).toBeVisible();
    await expect(section(page, "Serviços").getByText("1 campo a corrigir")).toBeVisible();
    await expect(textBox(hero, "Título")).toHaveValue("a".repeat(101));
    await expect(textBox(services, "Endereço da página")).toHaveValue("javascript:alert(1)");
    await press(page, "Descartar alterações");
    await expect(page.getByText("Alterações não salvas")).toHaveCount(0);
  });

  test("are found by a search that opens the field", async ({ page }) => {
    await page.goto("/admin/pages");
    await page.getByRole("searchbox", { name: "Buscar nos textos das páginas" }).fill("CONSULTÓRIA gratuita");
    const contact = page.getByRole("region", { name: "Contato" });
    await expect(contact.getByRole("listitem")).toHaveCount(1);
    await expect(page).toHaveURL(/search=/);
    const home = page.getByRole("region", { name: "Início" });
    await home.getByRole("link", { name: "Abertura › Botão principal › Texto do link" }).click();
    const field = page.getByRole("group", { name: "Botão principal" }).getByRole("textbox", {
      name: "Texto do link",
    });
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("Solicite uma Consultoria Gratuita");
    await page.goto("/admin/pages?search=palavra+que+ninguém+escreveu");
    await expect(page.getByText("Nada encontrado")).toBeVisible();
  });

  test("are restored from a version and reset to the default", async ({ page }) => {
    const [first, second] = [unique("Primeira"), unique("Segunda")];
    const form = await openSection(page, "not_found", "Textos da página");
    const message = textBox(form, "Mensagem");
    for (const text of [first, second]) {
      await message.fill(text);
      await savePage(page);
      await expect(page.getByText("Alterações não salvas")).toHaveCount(0);
    }
    await press(page, "Histórico");
    const history = page.getByRole("dialog", { name: "Histórico: Página não encontrada" });
    await expect(history.getByRole("row").filter({ hasText: first })).not.toHaveCount(0);
    await history
      .getByRole("button", { name: /^Restaurar a versão/ })
      .first()
      .click();
    await press(history, "Restaurar esta versão");
    await expect(toast(page, "Versão restaurada!")).toBeVisible();
    await expect(message).toHaveValue(first);

    await press(page, "Voltar ao padrão");
    await expect(toast(page, "Textos padrão de volta!")).toBeVisible();
    await expect(message).toHaveValue("Oops! Page not found");
    await expect(page.getByRole("button", { name: "Voltar ao padrão" })).toHaveCount(0);
    await press(page, "Desfazer");
    await expect(message).toHaveValue(first);
  });

  test("are merged by field, or a person decides a conflict", async ({ page, anotherContext, watch }) => {
    watch.allow(failedCall(412));
    const other = await (await anotherContext()).newPage();
    await signInAsStaff(other);
    const [mine, theirs] = [unique("Minha versão"), unique("Versão deles")];
    const here = await openSection(page, "contact_thanks", "Textos da página");
    const there = await openSection(other, "contact_thanks", "Textos da página");

    // Different fields: both changes are preserved.
    await textBox(there, "Texto").fill(theirs);
    await savePage(other);
    await textBox(here, "Título").fill(mine);
    await savePage(page);
    await expect(
      toast(page, "O que foi salvo em outros campos enquanto você editava foi mantido."),
    ).toBeVisible();
    await expect(textBox(here, "Texto")).toHaveValue(theirs);

    // The same field: a person decides.
    await other.reload();
    await expandSection(other, "Textos da página");
    const [again, others] = [unique("De novo"), unique("Deles de novo")];
    await textBox(there, "Título").fill(others);
    await savePage(other);
    await textBox(here, "Título").fill(again);
    await press(page, "Salvar página");
    const question = page.getByRole("dialog", { name: "Você já salvou em outra janela" });
    await expect(question.getByText(again)).toBeVisible();
    await expect(question.getByText(others)).toBeVisible();
    await question.getByRole("radio", { name: "Versão desta janela" }).check();
    await press(question, "Salvar escolhas");
    await expect(question).toHaveCount(0);
    await openPage(other, "/contato/obrigado");
    await expect(other.getByRole("heading", { level: 1 })).toHaveText(again);
  });

  test("ask before discarding unsaved input", async ({ page }) => {
    const form = await openSection(page, "newsletter", "Textos da página");
    await textBox(form, "Título").fill("Não salvo");
    await page.getByRole("link", { name: "Todas as páginas" }).click();
    const question = page.getByRole("dialog", { name: "Sair sem salvar?" });
    await press(question, "Continuar editando");
    await expect(textBox(form, "Título")).toHaveValue("Não salvo");
    await page.getByRole("link", { name: "Todas as páginas" }).click();
    await press(question, "Sair sem salvar");
    await expect(page).toHaveURL(/\/admin\/pages$/);
    await openSection(page, "newsletter", "Textos da página");
    await expect(textBox(form, "Título")).not.toHaveValue("Não salvo");
    await expect(page.getByText("Recuperamos")).toHaveCount(0);
  });

  test("are restored as unsaved input after a crash of the server and the closing of the page", async ({
    page,
    server,
    watch,
  }) => {
    watch.allow(UNREACHABLE);
    const title = unique("Digitado sem servidor");
    const form = await openSection(page, "newsletter", "Textos da página");
    await server.kill();
    await textBox(form, "Título").fill(title);
    await press(page, "Salvar página");
    await expect(toast(page, "Erro ao salvar")).toBeVisible();
    const context = page.context();
    await page.close();
    await server.restart();
    const again = await context.newPage();
    await openSection(again, "newsletter", "Textos da página");
    await expect(again.getByText("Recuperamos o que você digitou")).toBeVisible();
    await expect(textBox(section(again, "Textos da página"), "Título")).toHaveValue(title);
    await savePage(again);
    await expect(again.getByText("Recuperamos o que você digitou")).toHaveCount(0);
    await openPage(again, "/newsletter");
    await expect(again.getByText(title).first()).toBeVisible();
    await openSection(again, "newsletter", "Textos da página");
    await expect(again.getByText("Recuperamos")).toHaveCount(0);
    // A restored draft can be discarded.
    await textBox(section(again, "Textos da página"), "Título").fill("Desta vez, não");
    again.on("dialog", (dialog) => void dialog.accept());
    await again.reload();
    await press(again, "Descartar");
    await expect(again.getByText("Alterações não salvas")).toHaveCount(0);
    await expandSection(again, "Textos da página");
    await expect(textBox(section(again, "Textos da página"), "Título")).toHaveValue(title);
  });

  test("have an accessible list and search", async ({ page }) => {
    await page.goto("/admin/pages");
    await expect(page.getByRole("link", { name: "Início" })).toBeVisible();
    await expectAccessible(page);
    await page.goto("/admin/pages?search=consultoria");
    await expect(page.getByRole("status").filter({ hasText: "encontrados" })).toBeVisible();
    await expectAccessible(page);
  });

  test("have an accessible form and preview", async ({ page }) => {
    await openSection(page, "home", "Abertura");
    const features = await expandSection(page, "Diferenciais");
    await features.getByText("Segurança Avançada").click();
    await expect(textBox(features, "Título").last()).toBeVisible();
    await expect(pagePreview(page).getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page);
  });

  test("have an accessible preview behind a button on a phone", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/admin/pages/not_found");
    await press(page, "Prévia");
    await expect(pagePreview(page).getByRole("heading", { level: 1 })).toBeAttached();
    await expect(page.getByRole("button", { name: "Celular" })).toHaveAttribute("aria-pressed", "true");
    await expectAccessible(page, [390]);
    await press(page, "Fechar");
    await expect(page.locator("iframe")).toHaveCount(0);
    // Nested lists stay within the window.
    await page.goto("/admin/pages/privacy?field=sections.1.blocks.1.items.0");
    const item = page.getByRole("textbox", { name: "Item 1", exact: true }).and(page.locator(":focus"));
    await expect(item).toBeVisible();
    const { x, width } = (await item.boundingBox()) ?? { x: 0, width: 999 };
    expect(x + width).toBeLessThan(390);
  });
});
