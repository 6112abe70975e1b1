/** Redirects: editing, refusals, the trace of an address, import, and redirects for missing pages. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { openPage, press, signInAsStaff, textBox, toast } from "./support/screens.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { failedCall, missingPage } from "./support/watch.ts";

const editor = (page: Page) => page.getByRole("dialog", { name: /redirecionamento$/ });
const row = (page: Page, path: string) => page.getByRole("row").filter({ hasText: path });
/** Returns a path without digits, because missing paths that look like phone numbers or tokens aren't counted. */
const newPath = (name: string) => `/${name}-${randomUUID().replaceAll(/[^a-f]/g, "")}`;

async function openRedirects(page: Page): Promise<void> {
  await signInAsStaff(page);
  await page.goto("/admin/redirects");
  await expect(page.getByRole("heading", { name: "Redirecionamentos", level: 1 })).toBeVisible();
}

async function addRedirect(page: Page, from: string, to: string): Promise<void> {
  await press(page, "Adicionar");
  await textBox(editor(page), "Endereço antigo").fill(from);
  await textBox(editor(page), "Destino").fill(to);
  await press(editor(page), "Adicionar");
}

test("redirect is created, edited, deleted and restored", async ({ page, request }) => {
  const path = newPath("antiga");
  await openRedirects(page);
  await addRedirect(page, path, "/sobre");
  await expect(toast(page, "Redirecionamento adicionado!")).toBeVisible();
  await expect(row(page, path)).toContainText("/sobre");
  // Moves the focus from the row's button, because axe reports its tooltip as outside all regions.
  await page.getByRole("searchbox").focus();
  await expectAccessible(page);
  await press(row(page, path), `Editar ${path}`);
  await textBox(editor(page), "Destino").fill("/contato");
  await page.getByRole("switch", { name: "Permanente" }).uncheck();
  await press(editor(page), "Salvar");
  await expect(row(page, path)).toContainText("Temporário");
  const moved = await request.get(path, { maxRedirects: 0 });
  expect([moved.status(), moved.headers()["location"]]).toEqual([307, "/contato"]);
  await press(row(page, path), `Excluir ${path}`);
  await expect(row(page, path)).toHaveCount(0);
  expect((await request.get(path, { maxRedirects: 0 })).status()).toBe(404);
  await toast(page, "Redirecionamento removido!").getByRole("button", { name: "Desfazer" }).click();
  await expect(row(page, path)).toBeVisible();
});

test("paths of pages, loops, missing targets and chains are refused beside the field", async ({
  page,
  watch,
}) => {
  watch.allow(failedCall(422));
  const path = newPath("origem");
  await openRedirects(page);
  await addRedirect(page, "/sobre/", "/contato");
  const from = textBox(editor(page), "Endereço antigo");
  await expect(from).toHaveAccessibleDescription(/já existe uma página/);
  await expect(from).toBeFocused();
  await from.fill(path);
  await textBox(editor(page), "Destino").fill(path);
  await press(editor(page), "Adicionar");
  await expect(textBox(editor(page), "Destino")).toHaveAccessibleDescription(/levaria de volta/);
  await textBox(editor(page), "Destino").fill("/contato");
  await press(editor(page), "Adicionar");
  await expect(row(page, path)).toBeVisible();
  await addRedirect(page, path, "/sobre");
  await expect(from).toHaveAccessibleDescription(/já é redirecionado para \/contato/);
  await expect(from).toBeFocused();
  await from.fill(newPath("sequencia"));
  await textBox(editor(page), "Destino").fill("/nao-existe");
  await press(editor(page), "Adicionar");
  await expect(textBox(editor(page), "Destino")).toHaveAccessibleDescription(/Não há página em \/nao-existe/);
  await textBox(editor(page), "Destino").fill(path);
  await press(editor(page), "Adicionar");
  await expect(textBox(editor(page), "Destino")).toHaveAccessibleDescription(
    /já é redirecionado para \/contato/,
  );
});

test("Back button closes the editor, after a question if it has unsaved input", async ({ page }) => {
  await openRedirects(page);
  await press(page, "Adicionar");
  await page.goBack();
  await expect(editor(page)).toBeHidden();
  await press(page, "Adicionar");
  await textBox(editor(page), "Destino").fill("/sobre");
  await page.goBack();
  await press(page.getByRole("dialog", { name: "Sair sem salvar?" }), "Continuar editando");
  await expect(textBox(editor(page), "Destino")).toHaveValue("/sobre");
  await page.goBack();
  await press(page.getByRole("dialog", { name: "Sair sem salvar?" }), "Sair sem salvar");
  await expect(editor(page)).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/redirects$/);
});

test("trace of an address shows each step", async ({ page }) => {
  const path = newPath("testada");
  await openRedirects(page);
  await addRedirect(page, path, "/Sobre");
  await press(row(page, path), `Testar ${path}`);
  const dialog = page.getByRole("dialog", { name: "Testar endereço" });
  await expect(textBox(dialog, "Endereço")).toHaveValue(path);
  await expect(dialog.getByRole("listitem")).toHaveText([
    `${path}Redireciona (permanente)`,
    "/SobreRedireciona (permanente)",
    "/sobrePágina do site",
  ]);
  await expectAccessible(page);
});

test("CSV file of redirects is previewed, corrected and imported", async ({ page }) => {
  const path = newPath("importada");
  await openRedirects(page);
  await press(page, "Importar CSV");
  const dialog = page.getByRole("dialog", { name: "Importar CSV" });
  const chooseFile = (text: string) =>
    dialog
      .getByLabel(/Escolha um arquivo/)
      .setInputFiles({ name: "enderecos.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await chooseFile(`origem;destino\n${path};/sobre\n/contato;/sobre\n`);
  await expect(dialog.getByRole("listitem")).toHaveText([
    new RegExp(`${path} → /sobre.*novo`),
    /já existe uma página do site.*recusado/,
  ]);
  await expect(dialog.getByRole("button", { name: "Importar" })).toBeDisabled();
  await expectAccessible(page);
  await chooseFile(`${path},/sobre\n`);
  await press(dialog, "Importar");
  await expect(toast(page, "Redirecionamentos importados!")).toBeVisible();
  await expect(row(page, path)).toBeVisible();
});

test("missing page becomes a redirect that a visitor follows", async ({ page, anotherContext, watch }) => {
  const path = newPath("perdida");
  watch.allow(missingPage(path));
  const visitor = await (await anotherContext()).newPage();
  await visitor.goto(`${path}?email=ana@exemplo.com.br`);
  await openRedirects(page);
  await page.getByRole("link", { name: "Páginas não encontradas" }).click();
  await expect(row(page, path)).toContainText("1 acesso");
  await expectAccessible(page);
  await press(row(page, path), `Criar redirecionamento ${path}`);
  await expect(textBox(editor(page), "Endereço antigo")).toHaveValue(path);
  await textBox(editor(page), "Destino").fill("/sobre");
  await press(editor(page), "Adicionar");
  await expect(toast(page, "Redirecionamento adicionado!")).toBeVisible();
  await expect(row(page, path)).toHaveCount(0);
  await openPage(visitor, path);
  await expect(visitor).toHaveURL(/\/sobre$/);
});
