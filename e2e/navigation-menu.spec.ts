/** Editing the menu: its items, their preview and the menu on the site. */
import { addItem, dialog, entryRow, openMenuFooter, test } from "./support/navigation.ts";
import {
  holdRequests,
  openPage,
  openPanel,
  press,
  signInAsStaff,
  siteMenu,
  slugOf,
  textBox,
  toast,
  unique,
} from "./support/screens.ts";
import { expect, expectAccessible } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

test.describe("menu manager", () => {
  test.beforeEach(async ({ page }) => signInAsStaff(page));

  test("refuses an unsafe address, and adds, previews, hides, changes, deletes and restores an item", async ({
    page,
    anotherContext,
    watch,
  }) => {
    watch.allow(failedCall(422));
    const label = unique("Casos");
    await openPanel(page);
    await page.getByRole("link", { name: "Menu e Rodapé" }).click();
    for (const tab of ["Menu Principal", "Rodapé", "Empresa", "Redes Sociais"]) {
      await expect(page.getByRole("tab", { name: tab })).toBeVisible();
    }
    const table = page.getByRole("table", { name: "Menu Principal" });
    await expect(table.getByRole("columnheader")).toHaveText([
      "Ordem",
      "Texto",
      "URL",
      "Status",
      "Submenu",
      "Ações",
    ]);
    await expect(entryRow(page, "Serviços")).toContainText("Sim, 7 itens");

    await press(page, "Novo Item");
    const form = dialog(page, "Novo Item");
    await press(form, "Adicionar");
    await expect(form.getByText("Preencha este campo.")).toHaveCount(2);
    await textBox(form, "Texto do Menu").fill(label);
    await textBox(form, "URL/Link").fill("javascript:alert(1)");
    await press(form, "Adicionar");
    await expect(form.getByText(/^Use um caminho deste site/)).toBeVisible();
    await expect(textBox(form, "Texto do Menu")).toHaveValue(label);
    await textBox(form, "URL/Link").fill("exemplo.com.br/casos");
    const preview = form.frameLocator("iframe");
    await expect(preview.locator("header").getByText(label).first()).toBeAttached();
    await press(form, "Adicionar");
    await expect(toast(page, "Item do menu adicionado!")).toBeVisible();
    await expect(entryRow(page, label)).toContainText("https://exemplo.com.br/casos");
    await expect(page.getByRole("button", { name: `Editar ${label}` })).toBeFocused();

    const visitor = await (await anotherContext()).newPage();
    const link = siteMenu(visitor).getByRole("link", { name: label, exact: true });
    await openPage(visitor, "/sobre");
    await expect(link).toHaveAttribute("href", "https://exemplo.com.br/casos");

    await entryRow(page, label).getByRole("switch").click();
    await expect(toast(page, `${label} saiu do site.`)).toBeVisible();
    await openPage(visitor, "/sobre");
    await expect(link).toHaveCount(0);

    await press(entryRow(page, label), `Editar ${label}`);
    const editor = dialog(page, `Editar Item: ${label}`);
    await editor.getByRole("switch", { name: "Ativo" }).check();
    await editor.getByRole("button", { name: "Ícone: nenhum. Escolher" }).click();
    await page.getByRole("searchbox", { name: "Buscar ícone" }).fill("foguete");
    await page.getByRole("button", { name: /^foguete/ }).click();
    await press(editor, "Salvar");
    await expect(editor).toHaveCount(0);
    await expect(toast(page, "Item do menu atualizado!").first()).toBeVisible();
    await openPage(visitor, "/sobre");
    await expect(siteMenu(visitor).getByRole("link", { name: `🚀 ${label}` })).toBeVisible();

    await press(entryRow(page, label), `Excluir ${label}`);
    const question = dialog(page, "Tem certeza que deseja excluir este item do menu?");
    await press(question, "Excluir");
    await expect(toast(page, "Item removido!")).toBeVisible();
    await expect(entryRow(page, label)).toHaveCount(0);
    await openPage(visitor, "/sobre");
    await expect(siteMenu(visitor).getByText(label)).toHaveCount(0);
    await press(page, "Desfazer");
    await expect(entryRow(page, label)).toBeVisible();
    await press(entryRow(page, label), `Excluir ${label}`);
    await press(question, "Excluir");
    await expect(entryRow(page, label)).toHaveCount(0);
    await page
      .getByRole("tabpanel")
      .getByRole("button", { name: /^Lixeira/ })
      .click();
    await press(page, `Restaurar ${label}`);
    await expect(page.getByRole("button", { name: `Restaurar ${label}` })).toHaveCount(0);
    await press(page, "Fechar");
    await expect(entryRow(page, label)).toBeVisible();
  });

  test("doesn't move its buttons when the preview arrives", async ({ page }) => {
    const answer = await holdRequests(page, "**/api/navigation/preview");
    await openMenuFooter(page);
    await press(page, "Novo Item");
    const form = dialog(page, "Novo Item");
    const save = form.getByRole("button", { name: "Adicionar", exact: true });
    await expect(form.getByText("Preparando a prévia…")).toBeVisible();
    const before = await save.boundingBox();
    answer();
    await expect(form.frameLocator("iframe").locator("header")).toBeAttached();
    expect(await save.boundingBox()).toEqual(before);
  });

  test("adds a submenu that opens on the site", async ({ page, anotherContext }) => {
    const [parent, child] = [unique("Setores"), unique("Indústria")];
    await openMenuFooter(page);
    await addItem(page, parent);
    await press(entryRow(page, parent), `Editar ${parent}`);
    const form = dialog(page, `Editar Item: ${parent}`);
    await form.getByRole("switch", { name: "Tem submenu" }).check();
    await press(form, "Salvar");
    await expect(entryRow(page, parent)).toContainText("Sim, vazio");
    await press(page, `Adicionar item em ${parent}`);
    const childForm = dialog(page, `Novo Item em ${parent}`);
    await expect(childForm.getByRole("switch", { name: "Tem submenu" })).toHaveCount(0);
    await textBox(childForm, "Texto do Menu").fill(child);
    await textBox(childForm, "URL/Link").fill("/contato");
    await press(childForm, "Adicionar");
    await expect(entryRow(page, parent)).toContainText("Sim, 1 item");
    await expect(page.getByRole("table", { name: `Submenu de ${parent}` }).getByRole("row")).toHaveCount(2);

    const visitor = await (await anotherContext()).newPage();
    await openPage(visitor, "/");
    await siteMenu(visitor).getByText(parent).click();
    await expect(siteMenu(visitor).getByRole("link", { name: child })).toHaveAttribute("href", "/contato");
  });

  test("updates a link to a post whose address changes", async ({ page, api, anotherContext }) => {
    const title = unique("Cópia Ótima");
    const slug = slugOf(unique("copia"));
    const post = await api.createPost({ title, slug });
    await openMenuFooter(page);
    await press(page, "Novo Item");
    const form = dialog(page, "Novo Item");
    await press(form, "Escolher página: URL/Link");
    await page
      .getByRole("searchbox", { name: "Buscar página, serviço ou post" })
      .fill(title.replace("Ótima", "OTIMA"));
    await page.getByRole("button", { name: new RegExp(title) }).click();
    await expect(textBox(form, "Texto do Menu")).toHaveValue(title);
    await expect(textBox(form, "URL/Link")).toHaveValue(`/blog/${slug}`);
    await expect(form.getByText("Post do site: se o endereço mudar, o link muda junto.")).toBeVisible();
    await press(form, "Adicionar");
    await expect(entryRow(page, title)).toContainText("Post");

    await api.updatePost(post.id, { slug: `${slug}-nova` });
    const visitor = await (await anotherContext()).newPage();
    await openPage(visitor, "/");
    const link = siteMenu(visitor).getByRole("link", { name: title });
    await expect(link).toHaveAttribute("href", `/blog/${slug}-nova`);
    await openMenuFooter(page);
    await expect(entryRow(page, title)).toContainText(`/blog/${slug}-nova`);
  });

  test("reorders items by buttons", async ({ page, anotherContext }) => {
    await openMenuFooter(page);
    await expect(entryRow(page, "Serviços")).toBeVisible();
    const names = () =>
      page
        .getByRole("table", { name: "Menu Principal" })
        .getByRole("button", { name: /^Editar / })
        .evaluateAll((all) => all.map((button) => button.getAttribute("aria-label")?.replace("Editar ", "")));
    const before = await names();
    const [first = "", second = ""] = before;
    const reordered = () => page.waitForResponse("**/api/menu-items/order");
    await Promise.all([reordered(), press(page, `Mover ${first} para baixo`)]);
    expect((await names()).slice(0, 2)).toEqual([second, first]);
    const visitor = await (await anotherContext()).newPage();
    await openPage(visitor, "/");
    await expect(siteMenu(visitor).getByRole("listitem").first()).toHaveText(second);

    await Promise.all([reordered(), press(page, `Mover ${first} para cima`)]);
  });

  test("asks before discarding unsaved input", async ({ page }) => {
    await openMenuFooter(page);
    await press(page, "Novo Item");
    const form = dialog(page, "Novo Item");
    await textBox(form, "Texto do Menu").fill("Não salvo");
    await page.keyboard.press("Escape");
    const question = dialog(page, "Sair sem salvar?");
    await press(question, "Continuar editando");
    await expect(textBox(form, "Texto do Menu")).toHaveValue("Não salvo");
    await press(form, "Cancelar");
    await press(question, "Sair sem salvar");
    await expect(form).toHaveCount(0);
    await expect(entryRow(page, "Não salvo")).toHaveCount(0);
  });

  test("is accessible", async ({ page }) => {
    test.slow();
    await openMenuFooter(page);
    await expect(page.getByRole("region", { name: "Prévia do cabeçalho" }).locator("iframe")).toBeAttached();
    await expectAccessible(page);
    await press(page, "Editar Serviços");
    await expect(dialog(page, "Editar Item: Serviços").locator("iframe")).toBeAttached();
    await expectAccessible(page);
    await press(page, "Escolher página: URL/Link");
    await expect(page.getByRole("list", { name: "Destinos" }).getByRole("button").first()).toBeVisible();
    await expectAccessible(page, [390]);
  });
});
