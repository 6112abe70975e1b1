/** The settings of the mail servers. */
import { MailServer } from "./support/mail-server.ts";
import { openPanel, signInAsStaff, toast } from "./support/screens.ts";
import type { Server } from "./support/server.ts";
import { expect, expectAccessible, runServer, test as base, testsOnOwnServer } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

const DEMO_SENDER = "contato@vitrine.example";

// No name server answers at this address, so that the checks of the domain end at once.
const DNS = { VITRINE_DNS_SERVER: "127.0.0.1:9" };

const test = testsOnOwnServer().extend<object, { server: Server }>({
  server: [async ({}, use) => runServer(use, DNS), { scope: "worker" }],
});

const testWithDemoSender = base.extend<object, { server: Server }>({
  server: [
    async ({}, use) =>
      runServer(use, {
        ...DNS,
        VITRINE_SMTP_URL: "smtp://127.0.0.1:9?tls=none",
        VITRINE_MAIL_FROM: DEMO_SENDER,
      }),
    { scope: "worker" },
  ],
});

test("administrator chooses a provider, tests and saves a mail server, and waiting mail is sent", async ({
  page,
  api,
  watch,
}) => {
  watch.allow(failedCall(422));
  const smtp = await MailServer.start();
  await api.createContact({ name: "Carla Espera" });
  await signInAsStaff(page);
  await openPanel(page);
  await page.getByRole("link", { name: "Configurações de E-mail" }).click();
  const card = page.getByRole("region", { name: "Envio (SMTP)" });
  await expect(card).toContainText("Não configurado");

  await card.getByRole("button", { name: "Google" }).click();
  await expect(card.getByLabel("Servidor")).toHaveValue("smtp.gmail.com");
  await expect(card.getByLabel("Porta")).toHaveValue("465");
  await expect(card).toContainText("senha de app");
  await card.getByRole("button", { name: "Microsoft 365" }).click();
  await expect(card.getByLabel("Segurança")).toHaveValue("starttls");
  await expect(card).toContainText("recusa senhas para ler a caixa");
  await expectAccessible(page);

  await card.getByRole("button", { name: "Outro" }).click();
  await card.getByLabel("Servidor").fill("127.0.0.1");
  await card.getByLabel("Porta").fill("9");
  await card.getByLabel("Segurança").selectOption("none");
  await card.getByLabel("E-mail do remetente").fill(DEMO_SENDER);
  await card.getByRole("button", { name: "Enviar mensagem de teste" }).click();
  await expect(card.getByText("Este endereço é só de exemplo.")).toBeVisible();
  await card.getByLabel("E-mail do remetente").fill("site@empresa.com.br");
  await card.getByRole("button", { name: "Enviar mensagem de teste" }).click();
  await expect(card.getByText("O servidor recusou a conexão nessa porta.")).toBeVisible();

  await card.getByLabel("Porta").fill(String(smtp.port));
  await card.getByRole("button", { name: "Enviar mensagem de teste" }).click();
  await expect(card.getByText(/^O servidor aceitou a mensagem/)).toBeVisible();
  await card.getByRole("button", { name: "Salvar" }).click();
  await expect(toast(page, "Envio configurado!")).toBeVisible();
  await expect(card).toContainText("Em uso");
  const domain = page.getByRole("region", { name: "Domínio do remetente" });
  await expect(domain.getByRole("region", { name: "SPF" })).toContainText("Não verificado");
  await expectAccessible(page);

  await page.goto("/admin/outbox");
  await expect(page.getByRole("row").filter({ hasText: "Novo contato: Carla Espera" }).first()).toContainText(
    "Enviado",
    {
      timeout: 15_000,
    },
  );
  await smtp.stop();
});

test("stored password must be entered again for another server", async ({ page, api, watch }) => {
  watch.allow(failedCall(422));
  await api.updateIncomingMail({
    host: "127.0.0.1",
    port: 9,
    encryption: "none",
    user: "contato",
    password: "segredo do provedor",
    address: "contato@empresa.com.br",
  });
  await signInAsStaff(page);
  await page.goto("/admin/mail-settings");
  const card = page.getByRole("region", { name: "Recebimento (IMAP)" });
  await expect(card.getByLabel("Senha")).toHaveValue("");
  await expect(card).toContainText("Há uma senha guardada");
  await card.getByLabel("Servidor", { exact: true }).fill("imap.outro.com.br");
  await card.getByLabel("Segurança").selectOption("tls");
  await card.getByRole("button", { name: "Salvar" }).click();
  await expect(card.getByText(/digite a senha de novo/)).toBeVisible();
  await card.getByRole("button", { name: "Desligar o recebimento" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Desligar" }).click();
  await expect(toast(page, "Recebimento desligado")).toBeVisible();
  await expect(card).toContainText("Não configurado");
});

testWithDemoSender("mail from the demo company is withheld, with a red notice", async ({ page, api }) => {
  await api.createContact({ name: "Davi Retido" });
  await signInAsStaff(page);
  await openPanel(page);
  const notice = page.getByRole("region", { name: /retidos?$/ });
  await expect(notice).toContainText(DEMO_SENDER);
  await notice.getByRole("link", { name: "Configurar o envio" }).click();
  await expect(page.getByRole("region", { name: "Envio (SMTP)" })).toContainText("VITRINE_SMTP_URL");
  await expect(page.getByRole("button", { name: "Salvar" })).toHaveCount(1);
  await expectAccessible(page);
  await page.goto("/admin/outbox");
  await expect(page.getByRole("row").filter({ hasText: "Novo contato: Davi Retido" }).first()).toContainText(
    "Retido",
  );
  await expectAccessible(page);
});
