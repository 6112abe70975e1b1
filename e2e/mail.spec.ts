/** The outbox screen, with and without a mail server. */
import { openPanel, signInAsStaff, toast, unique } from "./support/screens.ts";
import { expect, expectAccessible, test, testsWithMail } from "./support/test.ts";

const testWithMail = testsWithMail();

test("without a mail server, messages wait and their links can be copied", async ({ page, api }) => {
  const name = unique("Espera");
  await api.createContact({ name, company: "Oficina" });
  await signInAsStaff(page);
  await openPanel(page);
  await page.getByRole("link", { name: "E-mails" }).click();
  await expect(page.getByRole("heading", { name: "E-mails", level: 1 })).toBeVisible();
  const banner = page.getByRole("region", { name: /ainda não está configurado/ });
  await expect(banner.getByRole("link", { name: "Configurar o envio" })).toHaveAttribute(
    "href",
    "/admin/mail-settings",
  );
  // Each administrator gets a notice, so there may be several rows.
  const row = page
    .getByRole("row")
    .filter({ hasText: `Novo contato: ${name}` })
    .first();
  await expect(row).toContainText("Aguardando configuração");
  await expectAccessible(page);

  await row.getByRole("button", { name: `Novo contato: ${name}` }).click();
  const details = page.getByRole("dialog", { name: `Novo contato: ${name}` });
  await expect(details).toContainText("O texto fica criptografado até o envio");
  await expect(details.getByRole("link", { name: /^Ver os contatos de/ })).toHaveAttribute(
    "href",
    /\/admin\/contacts\?search=/,
  );
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await row.getByRole("button", { name: /^Mostrar link/ }).click();
  const dialog = page.getByRole("dialog", { name: "Link do e-mail" });
  await expect(dialog).toContainText("/admin/contacts/");
  await expect(dialog.getByRole("button", { name: "Copiar link" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

testWithMail(
  "accepted message is sent, and a refused one shows the reason and can be retried or deleted",
  async ({ page, api }) => {
    await api.createContact({ name: "Fulana", email: "550@exemplo.com.br" });
    await signInAsStaff(page);
    await page.goto("/admin/outbox");
    const rows = page.getByRole("row");
    await expect(rows.filter({ hasText: "Novo contato: Fulana" })).toContainText("Enviado", {
      timeout: 15_000,
    });
    const refused = rows.filter({ hasText: "550@exemplo.com.br" });
    await expect(refused).toContainText("O servidor de e-mail recusou o destinatário: 550", {
      timeout: 15_000,
    });
    await expectAccessible(page);

    await page.getByRole("link", { name: /^Não enviados/ }).click();
    await expect(rows.filter({ hasText: "Novo contato" })).toHaveCount(0);
    await refused.getByRole("button", { name: /^Enviar de novo/ }).click();
    await expect(toast(page, "E-mail de volta à fila")).toBeVisible();
    await refused.getByRole("button", { name: /^Excluir/ }).click({ timeout: 15_000 });
    const question = page.getByRole("dialog", { name: "Tem certeza que deseja excluir este e-mail?" });
    await question.getByRole("button", { name: "Cancelar" }).click();
    await expect(refused).toBeVisible();
    await refused.getByRole("button", { name: /^Excluir/ }).click();
    await question.getByRole("button", { name: "Excluir" }).click();
    await expect(toast(page, "E-mail excluído")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Nenhum e-mail aqui" })).toBeVisible();
  },
);
