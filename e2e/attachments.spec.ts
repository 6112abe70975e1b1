/** Files of requests, with and without JavaScript, and files of replies. */
import {
  ContactForm,
  openPage,
  signInAsStaff,
  toast,
  unique,
  waitUntilStarted,
  withoutJavaScript,
} from "./support/screens.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

const pdf = (name: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"),
});
const fakePicture = (name: string) => ({ name, mimeType: "image/png", buffer: Buffer.from("<html></html>") });

test("files of the contact form reach the panel, and refused ones are named", async ({
  page,
  api,
  watch,
}) => {
  watch.allow(failedCall(422, "/api/contacts/"));
  const name = unique("Arquivos");
  await openPage(page, "/contato");
  await waitUntilStarted(page);
  const form = new ContactForm(page);
  await form.fill(name);
  await page.getByText("Anexar arquivos (opcional)").click();
  const input = page.getByLabel("Anexar arquivos", { exact: true }).first();
  await input.setInputFiles([pdf("planta.pdf"), { ...pdf("logo.svg"), mimeType: "image/svg+xml" }]);
  const chosen = page.getByRole("list", { name: "Anexar arquivos" });
  await expect(chosen.getByRole("alert")).toContainText("Este tipo não é aceito");
  await page.getByText("Anexar arquivos (opcional)").click();
  await expect(chosen).toBeHidden();
  await form.submit.click();
  await expect(chosen, "the refused file is shown again").toBeVisible();
  await expect(form.submit, "a refused file must be removed first").toBeEnabled();
  await expect(page.getByText("Verifique os campos destacados.")).toBeVisible();
  await chosen.getByRole("button", { name: "Remover logo.svg" }).click();
  await input.setInputFiles(fakePicture("tela.png"));
  await expect(chosen.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);
  await form.submit.click();
  await expect(page.getByText("A mensagem chegou, mas sem estes arquivos:")).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "tela.png" })).toBeVisible();
  await expectAccessible(page);

  const [contact] = await api.listContacts(name);
  await signInAsStaff(page);
  await page.goto(`/admin/contacts/${contact!.id}`);
  await expect(page.getByText("Sem o arquivo tela.png: tipo não aceito")).toBeVisible();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: /planta\.pdf/ }).click();
  expect((await saved).suggestedFilename()).toBe("planta.pdf");
});

test("files of the contact form arrive without JavaScript", async ({ browser, server, api }) => {
  const name = unique("Sem script");
  await withoutJavaScript(browser, server.url, async (page) => {
    await page.goto("/contato");
    const form = new ContactForm(page);
    await form.fill(name);
    await page.getByText("Anexar arquivos (opcional)").click();
    const input = page.getByLabel("Anexar arquivos", { exact: true });
    await input.setInputFiles([pdf("planta.pdf"), fakePicture("tela.png")]);
    await form.submit.click();
    await expect(page.getByRole("heading", { name: "Mensagem enviada com sucesso!" })).toBeVisible();
    await expect(page.getByRole("alert")).toContainText("tela.png: Este tipo não é aceito");
    await expect(page.getByRole("alert")).not.toContainText("planta.pdf");
  });
  expect(await api.listContacts(name)).toHaveLength(1);
});

test("reply carries files, which survive a reload and come back when it is undone", async ({ page, api }) => {
  const contact = await api.createContact({ name: unique("Anexos") });
  await signInAsStaff(page);
  await page.goto(`/admin/contacts/${contact.id}`);
  const reply = page.getByRole("form", { name: "Responder por e-mail" });
  const input = page.getByLabel("Arquivos para anexar");
  await input.setInputFiles([pdf("proposta.pdf"), { ...pdf("logo.svg"), mimeType: "image/svg+xml" }]);
  const list = reply.getByRole("list", { name: "Anexos da resposta" });
  await expect(list.getByRole("alert")).toContainText("Tipo de arquivo não aceito");
  await expect(list.getByRole("progressbar")).toHaveCount(0);
  await expectAccessible(page);
  await list.getByRole("button", { name: "Remover logo.svg" }).click();
  await page.reload();
  await expect(list.getByText("proposta.pdf")).toBeVisible();
  await reply.getByRole("textbox", { name: "Resposta" }).fill("Segue a proposta.");
  await reply.getByRole("button", { name: "Enviar", exact: true }).click();
  const entry = page.getByRole("listitem").filter({ hasText: "respondeu por e-mail" });
  await expect(entry.getByRole("button", { name: /proposta\.pdf/ })).toBeVisible();
  await toast(page, "Resposta").getByRole("button", { name: "Desfazer" }).click();
  await expect(entry).toHaveCount(0);
  await expect(list.getByText("proposta.pdf")).toBeVisible();
});
