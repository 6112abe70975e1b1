/** Editions of the newsletter: writing, previewing and sending one, its results and the archive. */
import { randomUUID } from "node:crypto";
import { subscribe } from "./support/routes.ts";
import { openPage, press, signInAsStaff, textBox, toast } from "./support/screens.ts";
import { expect, expectAccessible, testsWithMail } from "./support/test.ts";
import { failedRequest } from "./support/watch.ts";

const test = testsWithMail();

test("edition is written, previewed and sent, and its results are shown", async ({ page, server, mail }) => {
  const reader = `ana.${randomUUID().slice(0, 8)}@exemplo.com.br`;
  await subscribe(server.url, mail, reader);
  await signInAsStaff(page);
  await page.goto("/admin/newsletter/editions");
  await press(page, "Nova edição");
  await textBox(page.getByRole("dialog"), "Assunto").fill("Novidades de maio");
  await press(page.getByRole("dialog"), "Criar rascunho");
  await expect(page.getByRole("heading", { name: "Novidades de maio", level: 1 })).toBeVisible();

  await textBox(page, "Texto").fill("Olá! **Veja** o que há de novo.");
  await textBox(page, "Buscar artigo publicado").fill("backup que funciona");
  await page.getByRole("button", { name: /^Incluir Backup que funciona/ }).click();
  const frame = page.frameLocator("iframe[title='E-mail como fica']");
  await expect(frame.getByRole("heading", { name: /^Backup que funciona/ })).toBeVisible();
  const background = () => frame.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
  await expect.poll(background).toBe("rgb(246, 246, 242)");
  await press(page, "Escuro");
  await expect.poll(background).toBe("rgb(11, 16, 15)");
  await press(page, "Só texto");
  await expect(page.getByRole("region", { name: "Prévia" })).toContainText("Ler o artigo: http");
  await expect(page.getByRole("button", { name: "Enviar agora" })).toBeDisabled();
  await page.keyboard.press("Control+s");
  await expect(toast(page, "Edição atualizada!")).toBeVisible();
  await expectAccessible(page);

  await press(page, "Enviar agora");
  const dialog = page.getByRole("dialog", { name: "Enviar para 1 pessoa?" });
  await press(dialog, "Enviar agora");
  await expect(page.getByText("Enviada", { exact: true })).toBeVisible({ timeout: 20_000 });
  const delivered = page.locator("dl > div").filter({ hasText: "Entregues" });
  await expect(delivered).toContainText("1");
  await mail.waitForLink(reader, "utm_campaign=novidades-de-maio");
  await expectAccessible(page);

  await openPage(page, "/newsletter/edicoes");
  await page.getByRole("link", { name: "Novidades de maio" }).click();
  await expect(page.getByRole("article")).toContainText("Veja o que há de novo.");
  await expectAccessible(page);
});

test("mail with blocked pictures and long words fits a phone", async ({ page, api, watch }) => {
  const text = `![Rack com servidores](/media/rack.png)\n\nhttps://exemplo.com.br/${"a".repeat(120)}`;
  const html = await api.previewEdition("Novidades de junho", text);
  watch.allow(failedRequest("/media/rack.png$"));
  await page.route("**/media/*", (route) => route.abort());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.setContent(html);
  await expect(page.getByRole("img", { name: "Rack com servidores" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
