/** The first start: the setup wizard on an empty server. */
import type { Page } from "@playwright/test";
import { png } from "./support/picture.ts";
import { killAndRestart, press, textBox, toast } from "./support/screens.ts";
import { onServer, Server } from "./support/server.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

test.use({ viewport: { width: 390, height: 844 } });

const title = (page: Page) => page.getByRole("heading", { level: 1 });

/** Fills and sends the last step. */
async function createAccount(page: Page, password = "uma senha comprida"): Promise<void> {
  await textBox(page, "Nome completo").fill("Ana Primeira");
  await textBox(page, "E-mail").fill("ana@primeira.example");
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await press(page, "Criar conta e entrar");
}

/** Checks that public pages show the company from the setup, and no demo content. */
async function expectCompanyOnSite(page: Page): Promise<void> {
  await page.goto("/");
  await expect(page).toHaveTitle(/Nova Rede/);
  await expect(page.getByRole("banner").locator("img[src^='/media/company/']").first()).toBeVisible();
  await expect(page.getByRole("contentinfo")).toContainText("(21) 3333-4444");
  await expect(page.getByText("TechCorp")).toHaveCount(0);
  await expect(page.locator("head link[rel=stylesheet]")).toHaveAttribute("href", /\/site-ffd400\.css/);
  await page.goto("/sobre");
  await expect(page.getByText("2014")).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Empresas que atendemos." })).toHaveCount(0);
}

test("site is set up in five steps, across a reload and a restart", async ({ browser, watch }) => {
  test.slow();
  watch.allow(failedCall(403));
  await onServer(browser, Server.startWithoutAdmin(), async (page, server) => {
    await page.goto("/admin/setup");
    await expect(title(page)).toHaveText("Link incompleto");
    await page.goto(server.setupLink);
    await expect(title(page)).toHaveText("Quem é a sua empresa?");
    await expectAccessible(page);
    await textBox(page, "Nome da empresa").fill("Nova Rede");
    await textBox(page, "Ano de fundação").fill("14");
    await press(page, "Continuar");
    await expect(textBox(page, "Ano de fundação")).toHaveAttribute("aria-invalid", "true");
    await expect(textBox(page, "Ano de fundação")).toBeFocused();
    await textBox(page, "Ano de fundação").fill("3099");
    await press(page, "Continuar");
    await expect(textBox(page, "Ano de fundação")).toHaveAccessibleDescription(/de 1800 a 2100/);
    await textBox(page, "Ano de fundação").fill("2014");
    await page.keyboard.press("Enter");

    await expect(title(page)).toHaveText("Como os clientes falam com você?");
    await expect(title(page)).toBeFocused();
    await textBox(page, "Telefone").fill("(21) 3333-4444");
    await textBox(page, "E-mail de contato").fill("ola@novarede.example");
    await page.reload();
    await expect(textBox(page, "Telefone")).toHaveValue("(21) 3333-4444");
    await expectAccessible(page);
    await press(page, "Voltar");
    await expect(textBox(page, "Nome da empresa")).toHaveValue("Nova Rede");
    await press(page, "Continuar");
    await expect(title(page)).toHaveText("Como os clientes falam com você?");
    await press(page, "Continuar");

    await expect(page.getByRole("list", { name: "Etapas" }).locator("[aria-current=step]")).toHaveText(
      "Aparência",
    );
    const logo = page.getByRole("group", { name: "Logo", exact: true });
    await logo
      .locator("input[type=file]")
      .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from(png(240, 60)) });
    await expect(logo.getByText("logo.png")).toBeVisible();
    const accent = page.getByRole("group", { name: "Cor de destaque" });
    await accent.getByRole("textbox", { name: "Cor de destaque" }).fill("amarelo");
    await press(page, "Continuar");
    await expect(accent.getByRole("textbox", { name: "Cor de destaque" })).toBeFocused();
    await accent.getByRole("textbox", { name: "Cor de destaque" }).fill("ffd400");
    await expect(accent.getByRole("status")).toContainText("Cor ajustada.");
    await expectAccessible(page);
    await press(page, "Continuar");

    await page.getByRole("radio", { name: /Começar sem eles/ }).check();
    await expectAccessible(page);
    await press(page, "Continuar");
    await createAccount(page, "curta");
    await expect(page.getByLabel("Senha", { exact: true })).toHaveAttribute("aria-invalid", "true");
    await expectAccessible(page);
    await createAccount(page);
    await page.waitForURL("**/admin/dashboard");
    await expect(toast(page, "Tudo pronto!")).toBeVisible();
    await expect(page.locator("head link#colors"), "the panel has the color at once").toHaveAttribute(
      "href",
      /\/ffd400\.css/,
    );

    await expectCompanyOnSite(page);
    await expectAccessible(page);
    await killAndRestart(page, server);
    await expectCompanyOnSite(page);
    await page.goto(server.setupLink);
    await expect(title(page)).toHaveText("Link inválido");
  });
});

test("after a reload, the setup asks for both logos again", async ({ browser }) => {
  await onServer(browser, Server.startWithoutAdmin(), async (page, server) => {
    await page.goto(server.setupLink);
    await press(page, "Continuar");
    await expect(title(page)).toHaveText("Como os clientes falam com você?");
    await press(page, "Continuar");
    const logo = page.getByRole("group", { name: "Logo", exact: true });
    const dark = page.getByRole("group", { name: "Logo para o tema escuro (opcional)", exact: true });
    const file = { name: "marca.png", mimeType: "image/png", buffer: Buffer.from(png(240, 60)) };
    await logo.locator("input[type=file]").setInputFiles(file);
    await dark.locator("input[type=file]").setInputFiles({ ...file, name: "marca-escura.png" });
    await expect(dark.getByText("marca-escura.png")).toBeVisible();
    await press(page, "Pular para a conta");
    await expect(title(page)).toHaveText("Crie a conta de administrador");
    await page.reload();
    await expect(title(page)).toHaveText("Qual é a sua marca?");
    await expect(logo).toContainText("escolha a logo “marca.png” outra vez");
    await expectAccessible(page);
    await logo.locator("input[type=file]").setInputFiles(file);
    await expect(logo).not.toContainText("outra vez");
    await expect(dark).toContainText("escolha a logo “marca-escura.png” outra vez");
    await expectAccessible(page);
    await press(dark, "Seguir sem esta versão");
    await expect(dark).not.toContainText("outra vez");
    await page.reload();
    await logo.locator("input[type=file]").setInputFiles(file);
    await expect(dark).not.toContainText("outra vez");
    await page.reload();
    await press(page, "Seguir sem logo");
    await expect(logo).not.toContainText("outra vez");
    await press(page, "Continuar");
    await page.reload();
    await expect(title(page)).toHaveText("Com ou sem exemplos?");
  });
});

test("steps before the account can be skipped, an error opens the step of its field, and demo content can be removed later", async ({
  browser,
}) => {
  await onServer(browser, Server.startWithoutAdmin(), async (page, server) => {
    await page.goto(server.setupLink);
    await textBox(page, "Nome da empresa").fill("Nova Rede");
    await press(page, "Continuar");
    await textBox(page, "Telefone").fill("1234");
    await press(page, "Pular para a conta");
    await createAccount(page);
    await expect(title(page)).toHaveText("Como os clientes falam com você?");
    await expect(textBox(page, "Telefone")).toHaveAttribute("aria-invalid", "true");
    await textBox(page, "Telefone").fill("");
    await press(page, "Pular para a conta");
    await press(page, "Criar conta e entrar");
    await page.waitForURL("**/admin/dashboard");
    await page.goto("/");
    await expect(page.getByText("TechCorp Indústria").first()).toBeVisible();

    // The demo content is listed and removed later.
    await page.goto("/admin/general-settings");
    await press(page, "Remover conteúdo de demonstração");
    const dialog = page.getByRole("dialog", { name: "Remover o conteúdo de demonstração?" });
    await expect(dialog).toContainText("18 serviços");
    await expect(dialog).toContainText("Suporte Técnico");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Remover", exact: true }).click();
    await expect(toast(page, "Conteúdo de demonstração removido!")).toBeVisible();
    await expect(page.getByRole("button", { name: "Remover conteúdo de demonstração" })).toHaveCount(0);
    await page.goto("/");
    await expect(page.getByText("TechCorp Indústria")).toHaveCount(0);
  });
});

test("refused logo is reported after the setup, and the general settings are opened", async ({
  browser,
  watch,
}) => {
  watch.allow(failedCall(422));
  await onServer(browser, Server.startWithoutAdmin(), async (page, server) => {
    await page.goto(server.setupLink);
    await press(page, "Continuar");
    await expect(title(page)).toHaveText("Como os clientes falam com você?");
    await press(page, "Continuar");
    const broken = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from("nenhuma imagem") };
    await page
      .getByRole("group", { name: "Logo", exact: true })
      .locator("input[type=file]")
      .setInputFiles(broken);
    await press(page, "Pular para a conta");
    await createAccount(page);
    await expect(toast(page, "A logo não foi enviada")).toBeVisible();
    await page.waitForURL("**/admin/general-settings");
  });
});
