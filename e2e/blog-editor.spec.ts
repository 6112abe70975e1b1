/** The post editor: writing, pictures, autosave, preview and conflicts. */
import {
  articlePreview,
  contentField,
  editor,
  insertPicture,
  openBlog,
  postRow,
  savePost,
  selectText,
  writePost,
} from "./support/blog.ts";
import { png } from "./support/picture.ts";
import { openPage, openPanel, signInAsStaff, toast } from "./support/screens.ts";
import { onServer, Server } from "./support/server.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { failedCall, missingPage, UNREACHABLE } from "./support/watch.ts";

test.describe("post editor", () => {
  test.beforeEach(async ({ page }) => signInAsStaff(page));

  test("marks missing fields, publishes a post at once, and redirects its former slug", async ({
    page,
    anotherContext,
  }) => {
    await openPanel(page);
    await page.getByRole("link", { name: "Blog e Artigos" }).click();
    await page.getByRole("link", { name: "Novo Post" }).click();
    await expect(editor(page).getByRole("textbox", { name: "Título", exact: true })).toBeFocused();
    await editor(page).getByRole("button", { name: "Criar Post" }).click();
    await expect(toast(page, "Erro ao salvar post")).toBeVisible();
    for (const name of ["Título", "Slug", "Conteúdo"]) {
      await expect(editor(page).getByRole("textbox", { name, exact: true })).toHaveAttribute(
        "aria-invalid",
        "true",
      );
    }
    const { title, slug } = await writePost(page);
    await expect(editor(page).getByRole("textbox", { name: "Slug" })).toHaveValue(slug);
    await expect(editor(page).getByRole("checkbox", { name: "Publicar imediatamente" })).not.toBeChecked();
    const category = editor(page).getByRole("combobox", { name: "Categoria" });
    await category.fill("Backup");
    await category.press("Enter");
    await expect(category).toHaveValue("Backup");
    const tags = editor(page).getByRole("textbox", { name: "Tags" });
    await tags.fill(" um, Dois");
    await tags.press("Enter");
    await expect(tags).toHaveValue("um, Dois, ");
    await expect(editor(page).getByRole("textbox", { name: "Autor" })).toHaveValue("Administrador");
    await editor(page).getByRole("textbox", { name: "Resumo" }).fill("Em poucas palavras.");
    await editor(page).getByRole("checkbox", { name: "Publicar imediatamente" }).check();
    await savePost(page);
    await expect(toast(page, "Post criado!")).toContainText(title);
    await expect(postRow(page, title)).toContainText("Publicado");
    await expect(page.getByRole("link", { name: title, exact: true })).toBeFocused();

    const visitor = await (await anotherContext()).newPage();
    await openPage(visitor, `/blog/${slug}`);
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(visitor.getByRole("main")).toContainText("Em poucas palavras.");

    await page.getByRole("link", { name: title, exact: true }).click();
    await editor(page).getByRole("textbox", { name: "Slug" }).fill(`${slug}-novo`);
    await expect(editor(page)).toContainText(`/blog/${slug}, vai levar ao novo`);
    await savePost(page);
    await expect(toast(page, "Post atualizado!")).toBeVisible();
    await openPage(visitor, `/blog/${slug}`);
    await expect(visitor).toHaveURL(new RegExp(`/blog/${slug}-novo$`));
  });

  test("formats the selection, and undoes the formatting", async ({ page }) => {
    await writePost(page, "Um texto simples");
    const area = contentField(page);
    const tools = editor(page).getByRole("group", { name: "Formatação" });
    await selectText(area, "texto");
    await tools.getByRole("button", { name: "Negrito" }).click();
    await expect(area).toHaveValue("Um **texto** simples");
    await page.keyboard.press("ControlOrMeta+i");
    await expect(area).toHaveValue("Um **_texto_** simples");
    await page.keyboard.press("ControlOrMeta+z");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(area).toHaveValue("Um texto simples");
    for (const [name, expected] of [
      ["Subtítulo", "## Um texto simples"],
      ["Lista", "- Um texto simples"],
      ["Lista numerada", "1. Um texto simples"],
      ["Citação", "> Um texto simples"],
    ] as const) {
      await tools.getByRole("button", { name, exact: true }).click();
      await expect(area).toHaveValue(expected);
    }
    await selectText(area, "texto");
    await tools.getByRole("button", { name: "Código" }).click();
    await selectText(area, "simples");
    // Outside the text, this shortcut opens the panel's search. The only dialog here is the editor.
    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await expect(area).toHaveValue("> Um `texto` [simples](https://)");
    await expect(articlePreview(page).locator("blockquote code")).toHaveText("texto");
    await expect(articlePreview(page).getByRole("heading", { level: 1 })).toContainText("Artigo");
    await expect(articlePreview(page).locator("header").first()).toBeHidden();
  });

  test("inserts pictures by paste, by drop and from the library", async ({ page, api }) => {
    await api.uploadPicture("da-biblioteca.png", png(40, 20), "Da biblioteca");
    await writePost(page, "Antes");
    const area = contentField(page);
    await insertPicture(area, "paste", "um-gato.png", png(30, 20));
    await expect(area).toHaveValue(
      /^!\[um gato\]\(\/media\/[^)]+\)\n\nAntes|Antes\n\n!\[um gato\]\(\/media\/[^)]+\)/,
    );
    await insertPicture(area, "drop", "outro.png", png(20, 20));
    await expect(area).toHaveValue(/!\[outro\]\(\/media\/[^)]+\)/);
    await editor(page)
      .getByRole("group", { name: "Formatação" })
      .getByRole("button", { name: "Imagem" })
      .click();
    const library = page.getByRole("dialog", { name: "Escolher imagem" });
    await library
      .getByRole("button", { name: /da-biblioteca/ })
      .first()
      .click();
    await expect(area).toHaveValue(/!\[Da biblioteca\]\(\/media\/[^)]+\)/);
    await expect(articlePreview(page).locator(".prose img")).toHaveCount(3);
    await insertPicture(area, "paste", "nada.exe", png(5, 5));
    await expect(toast(page, "Erro ao enviar imagem")).toContainText("Formato não aceito");
  });

  test("autosaves a draft and restores an earlier version", async ({ page }) => {
    const { title } = await writePost(page, "A primeira versão.");
    await expect(editor(page).getByText(/^Rascunho salvo às/)).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/blog\/[0-9a-f-]{36}$/);
    await page.keyboard.press("ControlOrMeta+s");
    await expect(toast(page, "Post criado!")).toBeVisible();
    await contentField(page).fill("A segunda versão.");
    await page.keyboard.press("ControlOrMeta+s");
    await expect(toast(page, "Post atualizado!")).toBeVisible();
    await editor(page).getByRole("button", { name: "Histórico" }).click();
    const history = page.getByRole("dialog", { name: `Histórico: ${title}` });
    await expect(history.getByRole("table").first()).toContainText("segunda");
    await expectAccessible(page, [390]);
    await history
      .getByRole("button", { name: /^Restaurar/ })
      .last()
      .click();
    await history.getByRole("button", { name: "Restaurar esta versão" }).click();
    await expect(toast(page, "Versão restaurada!")).toBeVisible();
    await expect(contentField(page)).toHaveValue("A primeira versão.");
    await expect(editor(page).getByRole("textbox", { name: "Título", exact: true })).toHaveValue(title);
    await expect(page).toHaveURL(/\/admin\/blog\/[0-9a-f-]{36}$/);
  });

  test("shows a draft by a preview link until the link is revoked", async ({
    page,
    anotherContext,
    watch,
  }) => {
    watch.allow(missingPage("/previa/"));
    const { title } = await writePost(page);
    await savePost(page);
    await page.getByRole("link", { name: title, exact: true }).click();
    await editor(page).getByRole("button", { name: "Link de prévia" }).click();
    const link = page.getByRole("dialog", { name: "Link de prévia" });
    await link.getByRole("button", { name: "Criar link" }).click();
    const url = (await link.getByRole("status", { name: "Link de prévia" }).textContent()) ?? "";
    await expectAccessible(page, [390]);
    const visitor = await (await anotherContext()).newPage();
    await visitor.goto(url);
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(visitor.getByRole("note")).toHaveText("Prévia: este artigo ainda não foi publicado.");
    await expectAccessible(visitor, [390]);
    await link.getByRole("button", { name: "Revogar link" }).click();
    await expect(toast(page, "Link de prévia revogado")).toBeVisible();
    expect((await visitor.goto(url))?.status()).toBe(404);
  });

  test("previews the search result, whose title and description the published post gets", async ({
    page,
    anotherContext,
  }) => {
    const { title, slug } = await writePost(page);
    const seo = editor(page).getByRole("region", { name: "SEO" });
    await expect(seo.getByRole("figure")).toContainText(title);
    await seo.getByRole("textbox", { name: "Título para buscadores" }).fill("Outro título");
    await seo.getByRole("textbox", { name: "Descrição para buscadores" }).fill("Outra descrição");
    await expect(seo.getByRole("figure")).toContainText("Outro título");
    await expect(seo.getByRole("figure")).toContainText(`/blog/${slug}`);
    await editor(page).getByRole("checkbox", { name: "Publicar imediatamente" }).check();
    await savePost(page);
    await expect(toast(page, "Post criado!")).toBeVisible();
    const visitor = await (await anotherContext()).newPage();
    await openPage(visitor, `/blog/${slug}`);
    await expect(visitor).toHaveTitle("Outro título");
    await expect(visitor.locator("meta[name=description]")).toHaveAttribute("content", "Outra descrição");
  });

  test("suggests tags, and takes the featured image from the library", async ({ page, api }) => {
    const { url } = await api.uploadPicture("capa-do-post.png", png(60, 30), "Capa");
    await writePost(page);
    const tags = editor(page).getByRole("textbox", { name: "Tags" });
    await tags.fill("nuv");
    await editor(page).getByRole("button", { name: "Adicionar a tag nuvem" }).click();
    await expect(tags).toHaveValue("nuvem");
    const image = editor(page).getByRole("group", { name: "Imagem de capa" });
    await image.getByRole("button", { name: "Escolher imagem" }).click();
    await page
      .getByRole("dialog", { name: "Escolher imagem" })
      .getByRole("button", { name: /capa-do-post/ })
      .first()
      .click();
    await expect(image).toContainText(url);
    await image.getByRole("button", { name: "Remover" }).click();
    await expect(image).toContainText("Sem imagem");
  });

  test("is accessible", async ({ page, watch }) => {
    test.slow();
    // The browser reports that axe can't run in the preview, which allows no scripts.
    watch.allow(/Blocked script execution in 'about:srcdoc'/);
    await writePost(page);
    await expect(editor(page).getByText(/^Rascunho salvo às/)).toBeVisible();
    await expect(articlePreview(page).locator(".prose h2")).toHaveText("Começo");
    await expectAccessible(page);
  });
});

test("editing conflict of a post keeps the chosen text and the colleague's other changes", async ({
  page,
  anotherContext,
  watch,
}) => {
  watch.allow(failedCall(412));
  await signInAsStaff(page);
  const { title } = await writePost(page, "O começo.");
  await editor(page).getByRole("checkbox", { name: "Publicar imediatamente" }).check();
  await savePost(page);
  await expect(toast(page, "Post criado!")).toBeVisible();
  const colleague = await (await anotherContext()).newPage();
  await signInAsStaff(colleague);
  for (const who of [page, colleague]) {
    await openBlog(who, title);
    await who.getByRole("link", { name: title, exact: true }).click();
    await expect(contentField(who)).toHaveValue("O começo.");
  }
  await contentField(colleague).fill("O texto deles.");
  await editor(colleague).getByRole("textbox", { name: "Resumo" }).fill("O resumo deles.");
  await savePost(colleague);
  await expect(toast(colleague, "Post atualizado!")).toBeVisible();
  await contentField(page).fill("O meu texto.");
  await savePost(page);
  const conflict = page.getByRole("dialog", { name: "Você já salvou em outra janela" });
  await expect(conflict.getByRole("group", { name: "Conteúdo" })).toContainText("deles");
  await expect(conflict.getByText(/^Versão salva por Administrador às \d\d:\d\d$/)).toBeVisible();
  await conflict.getByText("Versão desta janela").click();
  await conflict.getByRole("button", { name: "Salvar escolhas" }).click();
  await expect(toast(page, "Post atualizado!")).toBeVisible();
  await page.getByRole("link", { name: title, exact: true }).click();
  await expect(contentField(page)).toHaveValue("O meu texto.");
  await expect(editor(page).getByRole("textbox", { name: "Resumo" })).toHaveValue("O resumo deles.");
});

test("post editor can be closed while an autosave is unanswered", async ({ page }) => {
  await signInAsStaff(page);
  await page.route("**/api/blog?autosave=true", () => undefined);
  await writePost(page);
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Sair sem salvar?" });
  await question.getByRole("button", { name: "Sair sem salvar" }).click();
  await expect(editor(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Novo Post" }).click();
  await expect(contentField(page)).toHaveValue("");
});

test("unsaved post survives a crash of the server and the closing of the page", async ({
  browser,
  watch,
}) => {
  test.slow();
  watch.allow(UNREACHABLE);
  await onServer(browser, Server.start(), async (page, server) => {
    await signInAsStaff(page);
    await writePost(page, "Escrito antes.");
    await expect(editor(page).getByText(/^Rascunho salvo às/)).toBeVisible();
    await server.kill();
    await contentField(page).pressSequentially(" E mais.");
    await expect(editor(page)).toContainText("O texto está guardado neste navegador.");
    await server.restart();
    await expect(toast(page, "Conexão restabelecida").last()).toBeVisible({ timeout: 20_000 });
    await expect(editor(page).getByText(/^Rascunho salvo às/)).toBeVisible({ timeout: 20_000 });
    await expect(contentField(page)).toBeFocused();
    await expect(editor(page)).not.toContainText("Recuperamos");

    // The page is closed while the server is down.
    const address = page.url();
    await server.kill();
    await contentField(page).fill("E depois de tudo.");
    await expect(editor(page)).toContainText("O texto está guardado neste navegador.");
    await page.close();
    await server.restart();
    const again = await page.context().newPage();
    await again.goto(address);
    await expect(editor(again)).toContainText("Recuperamos o que você digitou");
    await expect(contentField(again)).toHaveValue("E depois de tudo.");
    await savePost(again);
    await expect(toast(again, "Post atualizado!")).toBeVisible();
  });
});
