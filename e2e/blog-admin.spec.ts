/** The list of posts: search, schedule, bulk actions, trash and import. */
import { editor, openBlog, postRow, savePost, writePost } from "./support/blog.ts";
import { signInAsStaff, slugOf, toast, unique } from "./support/screens.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

test.beforeEach(async ({ page }) => signInAsStaff(page));

test("post is deleted after confirmation and restored", async ({ page, api, watch }) => {
  watch.allow(failedCall(410));
  const title = unique("Passageiro");
  await api.createPost({ title });
  await openBlog(page, title);
  await page.getByRole("button", { name: `Excluir ${title}` }).click();
  const question = page.getByRole("dialog", { name: "Tem certeza que deseja excluir este post?" });
  await question.getByRole("button", { name: "Cancelar" }).click();
  await expect(postRow(page, title)).toContainText("Publicado");
  await page.getByRole("button", { name: `Excluir ${title}` }).click();
  await question.getByRole("button", { name: "Excluir" }).click();
  await expect(toast(page, "Post excluído")).toContainText(title);
  await expect(postRow(page, title)).toHaveCount(0);
  const status = async () => (await page.request.get(`/blog/${slugOf(title)}`)).status();
  expect(await status()).toBe(410);
  await page.getByRole("button", { name: "Desfazer" }).click();
  await expect(postRow(page, title)).toBeVisible();
  expect(await status()).toBe(200);

  await page.getByRole("button", { name: `Excluir ${title}` }).click();
  await question.getByRole("button", { name: "Excluir" }).click();
  await expect(postRow(page, title)).toHaveCount(0);
  await page.getByRole("link", { name: "Lixeira" }).click();
  await page.getByRole("button", { name: `Restaurar ${title}` }).click();
  await expect(page.getByRole("button", { name: `Restaurar ${title}` })).toHaveCount(0);
  await expect.poll(status).toBe(200);
});

test("trash of posts shows the date of deletion on a phone", async ({ page, api }) => {
  const title = unique("Passageiro");
  const { id } = await api.createPost({ title });
  await api.deletePost(id);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/admin/blog?view=trash");
  const cell = postRow(page, title).getByRole("cell").filter({ hasText: "Excluído em" });
  await expect(cell).toBeVisible();
  expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test("selected posts are published, unpublished and deleted at once", async ({ page, api }) => {
  const mark = unique("Leva");
  const titles = ["um", "dois"].map((name) => `${mark} ${name}`);
  for (const title of titles) await api.createPost({ title });
  await openBlog(page, mark);
  await expect(page.getByText("2 posts encontrados")).toBeVisible();
  const selectAll = () => page.getByRole("checkbox", { name: "Selecionar a página" }).check();
  const bar = page.getByRole("region", { name: "Ações com os posts selecionados" });
  await selectAll();
  await expect(bar).toContainText("2 posts selecionados");
  await bar.getByRole("button", { name: "Despublicar" }).click();
  await expect(toast(page, "2 posts despublicados")).toBeVisible();
  for (const title of titles) await expect(postRow(page, title)).toContainText("Rascunho");
  await page.getByRole("button", { name: "Desfazer" }).click();
  for (const title of titles) await expect(postRow(page, title)).toContainText("Publicado");
  await selectAll();
  await bar.getByRole("button", { name: "Publicar", exact: true }).click();
  await expect(toast(page, "Nada a mudar")).toBeVisible();
  await expect(bar).toHaveCount(0);
  await selectAll();
  await bar.getByRole("button", { name: "Excluir" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Excluir" }).click();
  await expect(toast(page, "2 posts excluídos")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Nenhum post encontrado" })).toBeVisible();
});

test("post is scheduled in Brasília time, and past dates are refused", async ({ page, watch }) => {
  watch.allow(failedCall(422));
  const { title, slug } = await writePost(page);
  const schedule = editor(page).getByRole("region", { name: "Publicação" });
  await expect(schedule).toContainText("No horário de Brasília (America/Sao_Paulo).");
  await schedule.getByLabel("Publicar em", { exact: true }).fill("2020-01-01T10:00");
  await savePost(page);
  await expect(schedule).toContainText("Escolha um momento no futuro.");
  await schedule.getByLabel("Publicar em", { exact: true }).fill("2039-05-04T10:30");
  await schedule.getByLabel("Despublicar em").fill("2039-05-05T10:30");
  await savePost(page);
  await expect(toast(page, "Post criado!")).toBeVisible();
  await page.goto("/admin/blog?view=scheduled");
  await expect(postRow(page, title)).toContainText("Agendado");
  await expect(postRow(page, title)).toContainText("Sai em 04/05/2039, 10:30");
  expect((await page.request.get(`/blog/${slug}`)).status()).toBe(404);
  await page.getByRole("link", { name: title, exact: true }).click();
  await expect(schedule.getByLabel("Publicar em", { exact: true })).toHaveValue("2039-05-04T10:30");
});

test("incomplete date of a schedule is refused, and the saved schedule preserved", async ({ page }) => {
  const { title } = await writePost(page);
  const schedule = editor(page).getByRole("region", { name: "Publicação" });
  const date = schedule.getByLabel("Publicar em", { exact: true });
  const problem = schedule.getByText("Complete a data e a hora.");
  await date.focus();
  await page.keyboard.type("01");
  await savePost(page);
  await expect(problem).toBeVisible();
  await expect(date).toBeFocused();

  // Some browsers show the field with a twelve-hour clock, where "a" selects AM.
  await date.fill("");
  await page.keyboard.type("010120391030a");
  await expect(date).toHaveValue("2039-01-01T10:30");
  await expect(problem).toBeHidden();
  await savePost(page);
  await expect(toast(page, "Post criado!")).toBeVisible();

  await page.getByRole("link", { name: title, exact: true }).click();
  await date.focus();
  await page.keyboard.press("Backspace");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(problem).toBeVisible();
  await editor(page).getByRole("button", { name: "Cancelar" }).click();
  await page.getByRole("dialog", { name: "Sair sem salvar?" }).getByRole("button", { name: /^Sair/ }).click();
  await expect(postRow(page, title)).toContainText("Sai em 01/01/2039, 10:30");
});

test("posts are searched and sorted, with the filter in the address", async ({ page, api }) => {
  const mark = unique("Ordem");
  for (const name of ["á", "b"]) await api.createPost({ title: `${mark} ${name}` });
  await openBlog(page);
  await page.getByRole("searchbox", { name: "Buscar posts" }).fill(mark.toUpperCase());
  await expect(page.getByText("2 posts encontrados")).toBeVisible();
  const titles = page.getByRole("table").getByRole("link", { name: new RegExp(`^${mark}`) });
  await expect(titles).toHaveText([`${mark} b`, `${mark} á`]);
  await page.getByRole("combobox", { name: "Ordenar" }).selectOption("Criados primeiro");
  await expect(titles).toHaveText([`${mark} á`, `${mark} b`]);
  await page.reload();
  await expect(titles).toHaveText([`${mark} á`, `${mark} b`]);
  await page.getByRole("link", { name: "Rascunhos" }).click();
  await expect(titles).toHaveCount(0);
});

test("Markdown files are imported, with a result for each file", async ({ page, watch }) => {
  watch.allow(failedCall(422));
  const title = unique("Importado");
  await openBlog(page);
  await page.getByRole("button", { name: "Importar Markdown" }).click();
  const dialog = page.getByRole("dialog", { name: "Importar Markdown" });
  const file = (name: string, text: string, encoding: BufferEncoding = "utf8") => ({
    name,
    mimeType: "text/markdown",
    buffer: Buffer.from(text, encoding),
  });
  const long = unique("Palavras");
  const head = `---\ntitle: ${title}\ndate: 2020-05-04\ntags: [um, dois]\ncategory: Backup\nexcerpt: Resumo\n---\n`;
  await dialog
    .getByLabel("Escolha arquivos .md ou arraste-os até aqui")
    .setInputFiles([
      file("bom.md", `${head}\n## Texto`),
      file("vazio.md", "---\ntitle: A\n---\n"),
      file("foto.png", "x"),
      file("antigo.md", `---\ntitle: ${title} da Gestão\n---\nTexto`, "latin1"),
      file("longo.md", `---\ntitle: ${long} ${"palavra ".repeat(15)}\n---\nTexto`),
      file("longo-demais.md", `---\ntitle: ${"palavra ".repeat(30)}\n---\nTexto`),
    ]);
  await expect(dialog.getByText("3 rascunhos criados.")).toBeVisible();
  const files = dialog.getByRole("list", { name: "Arquivos" }).getByRole("listitem");
  await expect(files).toHaveText([
    new RegExp(`bom.md.*Rascunho ${title}`),
    /vazio.md.*O arquivo não tem texto./,
    /foto.png.*O arquivo não é Markdown/,
    new RegExp(`antigo.md.*Rascunho ${title} da Gestão`),
    new RegExp(`longo.md.*Rascunho ${long}`),
    /longo-demais.md.*Título: Use no máximo 160 caracteres./,
  ]);
  await expectAccessible(page, [390]);
  await dialog.getByRole("link", { name: title, exact: true }).click();
  await expect(editor(page).getByRole("textbox", { name: "Conteúdo" })).toHaveValue("## Texto");
  await expect(editor(page).getByRole("textbox", { name: "Tags" })).toHaveValue("um, dois");
});

test("lists of posts, scheduled posts and deleted posts are accessible", async ({ page, api }) => {
  test.slow();
  const title = unique("Acessível");
  await api.createPost({ title });
  await openBlog(page);
  await page.getByRole("checkbox", { name: `Selecionar ${title}` }).check();
  await expectAccessible(page);
  for (const view of ["scheduled", "trash"]) {
    await page.goto(`/admin/blog?view=${view}`);
    await expect(page.getByText("Carregando posts…")).toHaveCount(0);
    await expectAccessible(page, [1440]);
  }
});

test("empty list of posts offers to write the first one", async ({ page }) => {
  await page.route("**/api/blog?*", (route) => route.fulfill({ json: { posts: [] } }));
  await page.goto("/admin/blog");
  await expect(page.getByRole("heading", { name: "Nenhum post ainda" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Novo Post" }).last().click();
  await expect(editor(page)).toBeVisible();
});
