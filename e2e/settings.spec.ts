/** What administrators say of the company is on the site at once, and two of them never overwrite each other unseen. */
import type { Page } from "@playwright/test";
import { cutPower, openPage, signInAsStaff, toast, unique } from "./support/screens.ts";
import { Server } from "./support/server.ts";
import { expect, expectAccessible, test as base } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

/** These change what every page says, so no other file's tests may share their server. */
const test = base.extend<object, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});

const GENERAL = "/admin/general-settings";
const CONTACT = "/admin/contact-settings";
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const box = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("form[aria-busy=true]")).toHaveCount(0);
}

/** Says what holds of the public site, now and after the server has been away. */
async function holds(page: Page, server: Server, check: () => Promise<void>): Promise<void> {
  await check();
  await cutPower(page, server);
  await check();
  await page.goto("about:blank");
}

async function head(page: Page, selector: string, attribute = "content"): Promise<string | null> {
  return page.locator(`head ${selector}`).getAttribute(attribute);
}

async function upload(page: Page, label: string, name: string): Promise<string> {
  const group = page.getByRole("group", { name: label });
  await group.locator("input[type=file]").setInputFiles({ name, mimeType: "image/png", buffer: PIXEL });
  await expect(group.getByText("Upload concluído")).toBeVisible();
  const [url = ""] = /\/media\/\S+/.exec(await group.innerText()) ?? [];
  expect(url).toMatch(/^\/media\/(company|seo)\//);
  return url;
}

test.describe("general settings", () => {
  test.beforeEach(async ({ page }) => signInAsStaff(page));

  test("the company's name, logo and values are on every page", async ({ page, server }) => {
    const name = unique("Oficina");
    await page.getByRole("link", { name: "Configurações Gerais" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Configurações Gerais");
    for (const tab of ["Empresa", "SEO", "Redes Sociais", "Analytics"]) {
      await expect(page.getByRole("tab", { name: tab })).toBeVisible();
    }
    await expect(page.getByRole("tab", { name: "Empresa" })).toHaveAttribute("aria-selected", "true");
    await expect(box(page, "Ano de Fundação")).toHaveValue("2014");
    await expect(box(page, "Número de Funcionários")).toHaveValue("15-50");
    await expectAccessible(page);
    await box(page, "Nome da Empresa").fill(name);
    await box(page, "Descrição").fill("Consertos de toda espécie.");
    await box(page, "Ano de Fundação").fill("1987");
    await box(page, "Localização").fill("Recife, PE - Brasil");
    await box(page, "Missão").fill("Consertar o que dá.");
    await box(page, "Visão").fill("Um mundo sem sucata.");
    await box(page, "Valores").fill("Paciência.");
    const logo = await upload(page, "Logo", "logo.png");

    let release = (): void => undefined;
    const held = new Promise<void>((done) => (release = done));
    await page.route("**/api/settings/company", async (route) => {
      if (route.request().method() === "PUT") await held;
      await route.continue();
    });
    await press(page, "Salvar Informações");
    await expect(page.getByRole("button", { name: "Salvando..." })).toBeDisabled();
    release();
    await expect(toast(page, "Informações da empresa salvas!")).toBeVisible();
    await expect(page.getByRole("banner").getByText(`${name} - Painel Admin`)).toBeVisible();
    await expect(page).toHaveTitle(`Configurações Gerais · ${name} - Painel Admin`);

    await holds(page, server, async () => {
      await openPage(page, "/sobre");
      await expect(page).toHaveTitle(`Sobre a empresa - ${name}`);
      const mark = page.getByRole("banner").getByRole("img", { name });
      await expect(mark).toHaveAttribute("src", logo);
      await expect(page.getByRole("contentinfo").getByText(`© 2024 ${name}.`)).toBeVisible();
      for (const words of [
        "1987",
        "Recife, PE - Brasil",
        "Consertar o que dá.",
        "Um mundo sem sucata.",
        "Paciência.",
      ]) {
        await expect(page.getByRole("main").getByText(words, { exact: true })).toBeVisible();
      }
    });
    await open(page, GENERAL);
    await expect(box(page, "Nome da Empresa")).toHaveValue(name);
    await page.getByRole("button", { name: "Remover: Logo" }).click();
    await press(page, "Salvar Informações");
    await expect(toast(page, "Informações da empresa salvas!")).toBeVisible();
    await openPage(page, "/");
    await expect(page.getByRole("banner").getByRole("img", { name })).toHaveCount(0);
  });

  test("SEO settings fill the head, with a preview and guidance", async ({ page, server }) => {
    const title = unique("Título da aba");
    await open(page, `${GENERAL}?aba=seo`);
    await expect(page.getByRole("tab", { name: "SEO" })).toHaveAttribute("aria-selected", "true");
    await expect(box(page, "Título da Página (aba do navegador)")).toHaveValue(/Soluções Completas em TI$/);
    await box(page, "Título da Página (aba do navegador)").fill(title);
    await expect(box(page, "Título da Página (aba do navegador)")).toHaveAccessibleDescription(
      /caracteres\. Curto/,
    );
    await box(page, "Título do Site").fill("Para compartilhar");
    await box(page, "Descrição do Site").fill("Uma descrição que os buscadores mostram.");
    await box(page, "Palavras-chave").fill("conserto,  solda");
    const preview = page.getByRole("figure", { name: "Prévia do resultado de busca" });
    await expect(preview).toContainText(title);
    await expect(preview).toContainText("Uma descrição que os buscadores mostram.");
    const card = await upload(page, "Imagem de Compartilhamento", "card.png");
    const icon = await upload(page, "Favicon", "icone.png");
    await expectAccessible(page);
    await press(page, "Salvar Configurações SEO");
    await expect(toast(page, "Configurações SEO salvas!")).toBeVisible();
    const stored = await page.evaluate(() => localStorage.getItem("seoSettings"));
    expect(JSON.parse(stored ?? "{}")).toMatchObject({ page_title: title, favicon: icon });

    await holds(page, server, async () => {
      await openPage(page, "/");
      await expect(page).toHaveTitle(title);
      expect(await head(page, "meta[name=description]")).toBe("Uma descrição que os buscadores mostram.");
      expect(await head(page, "meta[name=keywords]")).toBe("conserto, solda");
      expect(await head(page, "meta[property='og:title']")).toBe("Para compartilhar");
      expect(await head(page, "meta[property='og:image']")).toBe(`${server.url}${card}`);
      expect(await head(page, "link[rel=icon]", "href")).toBe(icon);
    });
  });

  test("networks are in the footer once they have an address", async ({ page, server }) => {
    await open(page, `${GENERAL}?aba=redes-sociais`);
    for (const network of ["Facebook", "Instagram", "LinkedIn", "YouTube", "Twitter/X"]) {
      await expect(box(page, network)).toBeVisible();
    }
    await expectAccessible(page);
    await box(page, "YouTube").fill("youtube.com/@oficina");
    await press(page, "Salvar Redes Sociais");
    await expect(toast(page, "Redes sociais salvas!")).toBeVisible();
    await expect(box(page, "YouTube")).toHaveValue("https://youtube.com/@oficina");
    await holds(page, server, async () => {
      await openPage(page, "/");
      const link = page.getByRole("contentinfo").getByRole("link", { name: "YouTube" });
      await expect(link).toHaveAttribute("href", "https://youtube.com/@oficina");
      await expect(page.getByRole("contentinfo").getByRole("link", { name: "Instagram" })).toHaveCount(0);
    });
  });

  test("each analytics card says whether it is configured", async ({ page, server, watch }) => {
    watch.allow(failedCall(422));
    await open(page, `${GENERAL}?aba=analytics`);
    const card = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    for (const name of ["Google Analytics", "Google Search Console", "Facebook Pixel", "Hotjar"]) {
      await expect(card(name)).toContainText("Não configurado");
    }
    await expectAccessible(page);
    await press(page, "Configurar Analytics: Google Search Console");
    const dialog = page.getByRole("dialog", { name: "Configurar Google Search Console" });
    await expectAccessible(page);
    await dialog.getByRole("textbox").fill("curto");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(dialog.getByRole("textbox")).toHaveAccessibleDescription(/Informe o código de verificação/);
    await expect(dialog.getByRole("textbox")).toHaveValue("curto");
    await dialog
      .getByRole("textbox")
      .fill('<meta name="google-site-verification" content="abcdefghijklmnopqrst_-123" />');
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(toast(page, "Configurações salvas!")).toBeVisible();
    await expect(card("Google Search Console")).toContainText("Configurado");
    await expect(card("Google Search Console")).toContainText("abcdefghijklmnopqrst_-123");
    await expect(card("Hotjar")).toContainText("Não configurado");
    await holds(page, server, async () => {
      await openPage(page, "/");
      expect(await head(page, "meta[name=google-site-verification]")).toBe("abcdefghijklmnopqrst_-123");
    });
  });

  test("a window keeps what is typed, and on a phone no message covers its buttons", async ({
    page,
    watch,
  }) => {
    watch.allow(failedCall(422));
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, `${GENERAL}?aba=analytics`);
    await press(page, "Configurar Analytics: Hotjar");
    const dialog = page.getByRole("dialog", { name: "Configurar Hotjar" });
    await dialog.getByRole("textbox").fill("curto");
    const save = dialog.getByRole("button", { name: "Salvar" });
    await save.click();
    const message = toast(page, "Erro ao salvar");
    await expect(message).toBeVisible();
    await message.evaluate((item) => Promise.all(item.getAnimations().map(({ finished }) => finished)));
    const isCovered = await save.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(isCovered).toBe(false);

    await dialog.getByRole("textbox").press("Escape");
    const question = page.getByRole("dialog", { name: "Sair sem salvar?" });
    await expectAccessible(page, [390]);
    await question.getByRole("button", { name: "Continuar editando" }).click();
    await expect(dialog.getByRole("textbox")).toHaveValue("curto");
    await dialog.getByRole("button", { name: "Cancelar" }).click();
    await question.getByRole("button", { name: "Sair sem salvar" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("says what is wrong beside the field, and keeps what was typed", async ({ page, watch }) => {
    watch.allow(failedCall(422));
    await open(page, GENERAL);
    const name = box(page, "Nome da Empresa");
    await name.fill("");
    await box(page, "Ano de Fundação").fill("ontem");
    await press(page, "Salvar Informações");
    await expect(toast(page, "Erro ao salvar")).toContainText("Verifique os campos destacados.");
    await expect(name).toHaveAccessibleDescription(/Preencha este campo\./);
    await expect(box(page, "Ano de Fundação")).toHaveValue("ontem");
    await expect(box(page, "Ano de Fundação")).toHaveAccessibleDescription(/quatro dígitos/);
    await expectAccessible(page);
  });

  test("says so when it can't be loaded, and tries again", async ({ page, watch }) => {
    watch.allow(failedCall(403));
    await page.route("**/api/settings/company", (route) =>
      route.fulfill({ status: 403, json: { message: "Sem acesso agora.", code: "forbidden" } }),
    );
    await page.goto(GENERAL);
    await expect(toast(page, "Erro ao carregar configurações")).toContainText(
      "Não foi possível carregar as configurações do site.",
    );
    await page.unroute("**/api/settings/company");
    await press(page, "Tentar de novo");
    await expect(box(page, "Nome da Empresa")).toHaveValue(/\S/);
  });

  test("asks before what is typed gets lost", async ({ page }) => {
    await open(page, GENERAL);
    const tagline = box(page, "Slogan");
    const former = await tagline.inputValue();
    await tagline.fill("Ainda não salvo");
    await page.getByRole("tab", { name: "SEO" }).click();
    await expect(page.getByRole("tab", { name: "Empresa (não salvo)" })).toBeVisible();
    await page.getByRole("tab", { name: "Empresa" }).click();
    await expect(tagline).toHaveValue("Ainda não salvo");

    await page.getByRole("link", { name: "Dashboard" }).click();
    const question = page.getByRole("dialog", { name: "Sair sem salvar?" });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Continuar editando" }).click();
    await expect(tagline).toHaveValue("Ainda não salvo");
    expect(new URL(page.url()).pathname).toBe(GENERAL);

    const asked = page.waitForEvent("dialog");
    const closing = page.close({ runBeforeUnload: true });
    const browserQuestion = await asked;
    expect(browserQuestion.type()).toBe("beforeunload");
    await browserQuestion.dismiss();
    await closing;
    await expect(tagline).toHaveValue("Ainda não salvo");

    await page.getByRole("link", { name: "Dashboard" }).click();
    await question.getByRole("button", { name: "Sair sem salvar" }).click();
    await page.waitForURL("**/admin/dashboard");
    await page.getByRole("link", { name: "Configurações Gerais" }).click();
    await expect(tagline).toHaveValue(former);
    await tagline.fill("Salvo agora");
    await press(page, "Salvar Informações");
    await expect(toast(page, "Informações da empresa salvas!")).toBeVisible();
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.waitForURL("**/admin/dashboard");
  });
});

test.describe("contact settings", () => {
  test.beforeEach(async ({ page }) => signInAsStaff(page));

  test("drive the contact page, header, footer and links", async ({ page, server }) => {
    await page.getByRole("link", { name: "Configurações de Contato" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Configurações de Contato");
    await expect(box(page, "Horário de Atendimento")).toHaveValue(/^Segunda a sexta, 08:00–18:00\nSábado/);
    await expectAccessible(page);
    await box(page, "Telefone").fill("(81) 3333-4444");
    await box(page, "WhatsApp").fill("(81) 99999-8888");
    await box(page, "E-mail").fill("oi@oficina.example");
    await box(page, "Endereço").fill("Rua da Aurora, 10, Recife, PE - Brasil");
    await box(page, "Facebook").fill("https://facebook.com/oficina");
    await box(page, "Horário de Atendimento").fill("Segunda a quinta, 09:00–17:00\nSexta, 09:00–16:00");
    await box(page, "Texto sobre a empresa").fill("Consertamos tudo.");
    await press(page, "Salvar Configurações");
    await expect(toast(page, "Configurações salvas!")).toBeVisible();

    await holds(page, server, async () => {
      await openPage(page, "/contato");
      const main = page.getByRole("main");
      await expect(main.getByText("Sexta, 09:00–16:00")).toBeVisible();
      await expect(main.getByRole("link", { name: "Ligar Agora" })).toHaveAttribute(
        "href",
        "tel:+558133334444",
      );
      await expect(main.getByRole("link", { name: "Chat Online" })).toHaveAttribute(
        "href",
        /^https:\/\/wa\.me\/5581999998888\?text=Ol%C3%A1/,
      );
      await expect(page.getByRole("banner").getByText("oi@oficina.example")).toBeVisible();
      const footer = page.getByRole("contentinfo");
      await expect(footer).toContainText("Consertamos tudo.");
      await expect(footer).toContainText("Rua da Aurora, 10, Recife, PE - Brasil");
      await expect(footer.getByRole("link", { name: "Facebook" })).toBeVisible();
    });
    // The profile is one record on two screens.
    await open(page, `${GENERAL}?aba=redes-sociais`);
    await expect(box(page, "Facebook")).toHaveValue("https://facebook.com/oficina");
  });

  test("two people on the same field: neither is overwritten unseen", async ({
    page,
    anotherContext,
    watch,
  }) => {
    watch.allow(failedCall(412));
    const other = await (await anotherContext()).newPage();
    await signInAsStaff(other);
    await open(page, CONTACT);
    await open(other, CONTACT);
    await box(other, "Telefone").fill("(11) 2222-0002");
    await box(other, "Endereço").fill("Endereço da outra pessoa");
    await press(other, "Salvar Configurações");
    await expect(toast(other, "Configurações salvas!")).toBeVisible();

    await box(page, "Telefone").fill("(11) 1111-0001");
    await box(page, "E-mail").fill("meu@oficina.example");
    await press(page, "Salvar Configurações");
    const dialog = page.getByRole("dialog", { name: "Outra pessoa salvou antes de você" });
    const choice = dialog.getByRole("group", { name: "Telefone" });
    await expect(dialog.getByRole("group")).toHaveCount(1);
    const theirs = choice.getByRole("radio", { name: /^Versão salva por .+ às \d\d:\d\d$/ });
    await expect(theirs).toHaveAccessibleDescription("(11) 2222-0002");
    await expect(choice.getByRole("radio", { name: "Sua versão" })).toHaveAccessibleDescription(
      "(11) 1111-0001",
    );
    await expect(dialog.getByRole("button", { name: "Salvar escolhas" })).toBeDisabled();
    await expectAccessible(page);

    await dialog.getByRole("button", { name: "Voltar ao formulário" }).click();
    await expect(box(page, "Telefone")).toHaveValue("(11) 1111-0001");
    await press(page, "Salvar Configurações");
    await theirs.check();
    await dialog.getByRole("button", { name: "Salvar escolhas" }).click();
    await expect(toast(page, "Configurações salvas!")).toBeVisible();
    await expect(box(page, "Telefone")).toHaveValue("(11) 2222-0002");
    await expect(box(page, "Endereço")).toHaveValue("Endereço da outra pessoa");
    await expect(box(page, "E-mail")).toHaveValue("meu@oficina.example");
    await openPage(page, "/contato");
    await expect(page.getByRole("main").getByText("(11) 2222-0002")).toBeVisible();
    await expect(page.getByRole("main").getByText("meu@oficina.example")).toBeVisible();
  });

  test("two people on different fields keep what both have written", async ({
    page,
    anotherContext,
    watch,
  }) => {
    watch.allow(failedCall(412));
    const other = await (await anotherContext()).newPage();
    await signInAsStaff(other);
    await open(page, CONTACT);
    await open(other, CONTACT);
    await box(other, "Endereço").fill("Rua de quem salvou primeiro");
    await press(other, "Salvar Configurações");
    await expect(toast(other, "Configurações salvas!")).toBeVisible();
    await box(page, "Telefone").fill("(11) 3131-3131");
    await press(page, "Salvar Configurações");
    await expect(toast(page, "Configurações salvas!")).toContainText("outra pessoa");
    await expect(box(page, "Endereço")).toHaveValue("Rua de quem salvou primeiro");
    await openPage(page, "/contato");
    await expect(page.getByRole("main").getByText("Rua de quem salvou primeiro")).toBeVisible();
    await expect(page.getByRole("main").getByText("(11) 3131-3131")).toBeVisible();
  });

  test("a former version is a click away", async ({ page }) => {
    await open(page, CONTACT);
    const before = await box(page, "Texto sobre a empresa").inputValue();
    await box(page, "Texto sobre a empresa").fill("Um texto que durou pouco.");
    await press(page, "Salvar Configurações");
    await expect(toast(page, "Configurações salvas!")).toBeVisible();
    await press(page, "Histórico");
    const dialog = page.getByRole("dialog", { name: "Histórico: Contato" });
    await expect(dialog.getByText("Versão atual")).toBeVisible();
    await expect(dialog.getByRole("table").first()).toContainText("Um texto que durou pouco.");
    await expectAccessible(page);
    await dialog
      .getByRole("button", { name: /^Restaurar/ })
      .first()
      .click();
    await expect(dialog.getByRole("table", { name: "O que muda se você restaurar" })).toBeVisible();
    await dialog.getByRole("button", { name: "Restaurar esta versão" }).click();
    await expect(toast(page, "Versão restaurada!")).toBeVisible();
    await expect(box(page, "Texto sobre a empresa")).toHaveValue(before);
    await openPage(page, "/");
    await expect(page.getByRole("contentinfo")).toContainText(before);
  });
});
