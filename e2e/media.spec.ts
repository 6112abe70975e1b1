/** The media library, and its pictures on public pages. */
import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { png } from "./support/picture.ts";
import {
  holdRequests,
  openPage,
  recordLayoutShifts,
  signInAsStaff,
  slugOf,
  toast,
  unique,
} from "./support/screens.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

/** Returns the variant of a picture that the browser chose, such as `480.webp`. */
async function chosenVariant(page: Page, name: string): Promise<string> {
  const picture = page.getByRole("main").getByRole("img", { name });
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).toHaveJSProperty("complete", true);
  return picture.evaluate((image: HTMLImageElement) => image.currentSrc.replace(/^.*-(?=\d+\.webp)/, ""));
}

test("pictures of an article load in the needed width without layout shift", async ({ page, api }) => {
  const [cover, inText] = [
    await api.uploadPicture("capa.png", png(1600, 900), "Capa de teste"),
    await api.uploadPicture("texto.png", png(1500, 1000), "Quadro no texto"),
  ];
  const title = unique("Fotos");
  await api.createPost({
    title,
    featured_image: cover.url,
    content: `${"Um parágrafo. ".repeat(40)}\n\n![](${inText.url})\n\nFim.`,
  });
  await page.setViewportSize({ width: 390, height: 844 });
  const layoutShifts = await recordLayoutShifts(page);
  // Delays pictures until after the first paint, because browsers don't measure earlier layout shifts.
  await page.route("**/media/**", async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    await route.continue();
  });
  await openPage(page, `/blog/${slugOf(title)}`);
  expect(await chosenVariant(page, "Capa de teste")).toBe("480.webp");
  expect(await chosenVariant(page, "Quadro no texto")).toBe("480.webp");
  expect(await layoutShifts()).toEqual([]);

  await page.setViewportSize({ width: 1440, height: 900 });
  await openPage(page, `/blog/${slugOf(title)}`);
  expect(await chosenVariant(page, "Quadro no texto")).toBe("960.webp");
  await expectAccessible(page);
});

const pngFile = (name: string, width: number, height = width) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.from(png(width, height)),
});

async function openLibrary(page: Page): Promise<void> {
  await signInAsStaff(page);
  await page.goto("/admin/media");
  await expect(page.getByRole("heading", { name: "Mídia", level: 1 })).toBeVisible();
}

test("several files are uploaded at once, with a result for each", async ({ page, watch }) => {
  watch.allow(failedCall(422));
  await openLibrary(page);
  const name = randomUUID().slice(0, 8);
  const hostile = Buffer.from("<html><script>alert(1)</script></html>");
  await page
    .getByLabel("Enviar imagens")
    .locator("input[type=file]")
    .setInputFiles([
      pngFile(`boa-${name}.png`, 600, 400),
      { name: "pagina.png", mimeType: "image/png", buffer: hostile },
      { name: "enorme.png", mimeType: "image/png", buffer: Buffer.alloc(5 * 1024 * 1024 + 1) },
      { name: "pagina.html", mimeType: "text/html", buffer: hostile },
    ]);
  const rows = page.getByRole("list", { name: "Envios" }).getByRole("listitem");
  await expect(rows.filter({ hasText: `boa-${name}.png` })).toContainText("Upload concluído");
  await expect(rows.filter({ hasText: "pagina.png" })).toContainText(
    "O conteúdo do arquivo não corresponde à extensão do nome.",
  );
  await expect(rows.filter({ hasText: "enorme.png" })).toContainText(
    "Arquivo muito grande. Tamanho máximo: 5MB",
  );
  await expect(rows.filter({ hasText: "pagina.html" })).toContainText("Formato não aceito.");
  await expectAccessible(page);

  await page.getByRole("searchbox", { name: "Buscar imagens" }).fill(`BOA-${name}`);
  const pictures = page.getByRole("list", { name: "Imagens" }).getByRole("listitem");
  await expect(pictures).toHaveCount(1);
  await expect(pictures).toContainText("Sem texto alternativo");
  await page.getByRole("combobox", { name: "Filtrar por tipo" }).selectOption("Desenhos (SVG)");
  await expect(page.getByRole("heading", { name: "Nenhuma imagem encontrada" })).toBeVisible();
});

test("alternative text and focal point of a picture appear on the public page", async ({ page, api }) => {
  const { id, url } = await api.uploadPicture("descrita.png", png(900, 900));
  const title = unique("Capa");
  await api.createPost({ title, featured_image: url });
  await signInAsStaff(page);
  await page.goto(`/admin/media/${id}`);
  const dialog = page.getByRole("dialog", { name: "descrita.png" });
  const uses = dialog.getByRole("region", { name: "Onde é usada" });
  await expect(uses).toContainText("Capa do post");
  await expect(uses.getByRole("link", { name: title })).toHaveAttribute("href", /^\/blog\//);
  await expect(dialog.getByText("Quem não vê a imagem fica sem saber")).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await dialog.locator("form").evaluate((form) => form.getBoundingClientRect().right)).toBeLessThan(
    320,
  );
  await page.setViewportSize({ width: 1280, height: 720 });
  await dialog.getByRole("textbox", { name: "Texto alternativo" }).fill("Equipe na sala de servidores");
  await dialog.getByRole("slider", { name: /^Vertical/ }).focus();
  for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowUp");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await expect(toast(page, "Imagem atualizada!")).toBeVisible();

  await openPage(page, `/blog/${slugOf(title)}`);
  const cover = page.getByRole("main").getByRole("img", { name: "Equipe na sala de servidores" });
  await expect(cover).toHaveCSS("object-position", "50% 80%");
  await expect(cover).toHaveJSProperty("complete", true);
  expect(await cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test("used picture is deleted with a warning and restored by undo and from the trash", async ({
  page,
  api,
}) => {
  const name = `usada-${randomUUID().slice(0, 8)}.png`;
  const { id, url } = await api.uploadPicture(name, png(300, 200), "Usada");
  await api.createPost({ title: unique("Usa"), content: `![Usada](${url})` });
  await signInAsStaff(page);
  await page.goto(`/admin/media/${id}?search=${name}`);
  const dialog = page.getByRole("dialog", { name });
  const card = page.getByRole("list", { name: "Imagens" }).getByRole("link", { name });
  const remove = async () => {
    await dialog.getByRole("button", { name: "Excluir" }).click();
    const question = page.getByRole("dialog", { name: "Tem certeza que deseja excluir esta imagem?" });
    await expect(question).toContainText("usada em 1 lugar");
    await question.getByRole("button", { name: "Excluir mesmo assim" }).click();
    await expect(dialog).toBeHidden();
    await expect(card).toBeHidden();
  };
  await remove();
  await toast(page, "Imagem excluída").getByRole("button", { name: "Desfazer" }).click();
  await card.click();
  await remove();
  expect((await page.request.get(url)).status(), "the post still shows the deleted picture").toBe(200);

  await page.getByRole("link", { name: "Lixeira" }).click();
  await card.click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Restaurar" }).click();
  await expect(toast(page, "Imagem restaurada").first()).toBeVisible();
  await page.getByRole("link", { name: "Biblioteca" }).click();
  await expect(card).toBeVisible();
});

test("replaced file of a picture appears on the public page", async ({ page, api }) => {
  const { id, url } = await api.uploadPicture("troca.png", png(300, 200), "Fachada");
  const title = unique("Troca");
  await api.createPost({ title, content: `Antes\n\n![](${url})` });
  await signInAsStaff(page);
  await page.goto(`/admin/media/${id}`);
  const dialog = page.getByRole("dialog", { name: "troca.png" });
  const chosen = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Trocar arquivo" }).click();
  await (await chosen).setFiles(pngFile("nova.png", 640, 480));
  await expect(toast(page, "Arquivo trocado")).toBeVisible();
  await expect(dialog).toContainText("640 × 480");
  await openPage(page, `/blog/${slugOf(title)}`);
  const picture = page.getByRole("main").getByRole("img", { name: "Fachada" });
  await expect(picture).toHaveAttribute("width", "640");
  await expect(picture).not.toHaveAttribute("src", url);
});

test("unsaved input of a deleted picture is restored with it", async ({ page, api, watch }) => {
  watch.allow(failedCall(412));
  const { id } = await api.uploadPicture("por-engano.png", png(300, 200), "Antes");
  await signInAsStaff(page);
  await page.goto(`/admin/media/${id}`);
  const dialog = page.getByRole("dialog");
  const alt = dialog.getByRole("textbox", { name: "Texto alternativo" });
  await alt.fill("Digitado e não salvo");
  await dialog.getByRole("button", { name: "Excluir" }).click();
  await expect(toast(page, "Imagem excluída")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Desfazer" }).click();
  await expect(toast(page, "Imagem restaurada")).toBeVisible();
  await page.goto(`/admin/media/${id}`);
  await expect(alt).toHaveValue("Digitado e não salvo");
  await dialog.getByRole("button", { name: "Salvar", exact: true }).click();
  await expect(toast(page, "Imagem atualizada!")).toBeVisible();
});

test("input typed while a picture is saved is preserved", async ({ page, api }) => {
  const { id } = await api.uploadPicture("depressa.png", png(300, 200), "Antes");
  await signInAsStaff(page);
  await page.goto(`/admin/media/${id}`);
  const alt = page.getByRole("dialog").getByRole("textbox", { name: "Texto alternativo" });
  await alt.fill("Salvo");
  const release = await holdRequests(page, `**/api/media/${id}`, "PUT");
  await page.getByRole("button", { name: "Salvar", exact: true }).click();
  await alt.fill("Digitado depois");
  release();
  await expect(toast(page, "Imagem atualizada!")).toBeVisible();
  await expect(alt).toHaveValue("Digitado depois");
  await expect(page.getByRole("button", { name: "Salvar", exact: true })).toBeEnabled();
});

test("SVG opened directly runs no scripts, even if it bypassed the upload", async ({
  page,
  server,
  watch,
}) => {
  watch.allow(/^error: Blocked script execution in '\S+\/media\/blog\/hostil\.svg'/);
  const folder = join(server.folder, "media", "blog");
  mkdirSync(folder, { recursive: true });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="document.documentElement.id='ran'">
    <script>document.documentElement.id = "ran"</script><rect width="40" height="40" fill="red"/></svg>`;
  writeFileSync(join(folder, "hostil.svg"), svg);
  const answer = await page.goto("/media/blog/hostil.svg");
  expect(answer?.headers()["content-type"]).toBe("image/svg+xml");
  expect(await page.locator("rect").count()).toBe(1);
  await expect(page.locator("#ran")).toHaveCount(0);
});
