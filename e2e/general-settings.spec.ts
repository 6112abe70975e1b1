/** General settings, and where they appear on the site. */
import type { Page } from "@playwright/test";
import { png } from "./support/picture.ts";
import {
  bottomOf,
  holdRequests,
  openPage,
  openPanel,
  overflow,
  press,
  signInAsStaff,
  textBox,
  toast,
  topOf,
  unique,
} from "./support/screens.ts";
import { GENERAL, openSettings, test } from "./support/settings.ts";
import { expect, expectAccessible } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

/** Returns an attribute of an element in the page's head. */
async function head(page: Page, selector: string, attribute = "content"): Promise<string | null> {
  return page.locator(`head ${selector}`).getAttribute(attribute);
}

/** Uploads a picture into a field of the form and returns its URL. */
async function upload(page: Page, label: string, name: string): Promise<string> {
  const group = page.getByRole("group", { name: label, exact: true });
  const buffer = Buffer.from(png(1, 1));
  await group.locator("input[type=file]").setInputFiles({ name, mimeType: "image/png", buffer });
  await expect(group.getByText("Upload concluído")).toBeVisible();
  const [url = ""] = /\/media\/\S+/.exec(await group.innerText()) ?? [];
  expect(url).toMatch(/^\/media\/(company|seo)\//);
  return url;
}

test.describe("general settings", () => {
  test.beforeEach(async ({ page }) => signInAsStaff(page));

  test("show the company's name, logo and values on the site", async ({ page }) => {
    const name = unique("Oficina");
    const year = new Intl.DateTimeFormat("pt-BR", {
      year: "numeric",
      timeZone: "America/Sao_Paulo",
    }).format();
    await openPanel(page);
    await page.getByRole("link", { name: "Configurações Gerais" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Configurações Gerais");
    for (const tab of ["Empresa", "SEO", "Redes Sociais", "Analytics"]) {
      await expect(page.getByRole("tab", { name: tab })).toBeVisible();
    }
    await expect(page.getByRole("tab", { name: "Empresa" })).toHaveAttribute("aria-selected", "true");
    await expect(textBox(page, "Ano de Fundação")).toHaveValue("2014");
    await expect(textBox(page, "Número de Funcionários")).toHaveValue("15-50");
    await expectAccessible(page);
    await textBox(page, "Nome da Empresa").fill(name);
    await textBox(page, "Descrição").fill("Consertos de toda espécie.");
    await textBox(page, "Ano de Fundação").fill("1987");
    await textBox(page, "Localização").fill("Recife, PE - Brasil");
    await textBox(page, "Missão").fill("Consertar o que dá.");
    await textBox(page, "Visão").fill("Um mundo sem sucata.");
    await textBox(page, "Valores").fill("Paciência.");
    const logo = await upload(page, "Logo", "logo.png");

    const release = await holdRequests(page, "**/api/settings/company", "PUT");
    await press(page, "Salvar Informações");
    await expect(page.getByRole("button", { name: "Salvando..." })).toBeDisabled();
    release();
    await expect(toast(page, "Informações da empresa salvas!")).toBeVisible();
    await expect(page.getByRole("banner").getByText(`${name} - Painel Admin`)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`Configurações Gerais · ${name} - Painel Admin$`));

    await openPage(page, "/sobre");
    await expect(page).toHaveTitle(`Sobre a empresa - ${name}`);
    const siteLogo = page.getByRole("banner").getByRole("img", { name });
    await expect(siteLogo).toHaveAttribute("src", logo);
    await expect(page.getByRole("contentinfo").getByText(`© ${year} ${name}.`)).toBeVisible();
    for (const text of [
      "1987",
      "Recife, PE - Brasil",
      "Consertar o que dá.",
      "Um mundo sem sucata.",
      "Paciência.",
    ]) {
      await expect(page.getByRole("main").getByText(text, { exact: true }).first()).toBeVisible();
    }
    await openSettings(page, GENERAL);
    await expect(textBox(page, "Nome da Empresa")).toHaveValue(name);
    await page.getByRole("button", { name: "Remover: Logo" }).click();
    await press(page, "Salvar Informações");
    await expect(toast(page, "Informações da empresa salvas!")).toBeVisible();
    await openPage(page, "/");
    await expect(page.getByRole("banner").getByRole("img", { name })).toHaveCount(0);
  });

  test("are previewed as a search result, and appear in the page's head", async ({ page, server }) => {
    const title = unique("Título da aba");
    await openSettings(page, `${GENERAL}?tab=seo`);
    await expect(page.getByRole("tab", { name: "SEO" })).toHaveAttribute("aria-selected", "true");
    await expect(textBox(page, "Título da Página (aba do navegador)")).toHaveValue(
      /Soluções Completas em TI$/,
    );
    await textBox(page, "Título da Página (aba do navegador)").fill(title);
    await expect(textBox(page, "Título da Página (aba do navegador)")).toHaveAccessibleDescription(
      /caracteres\. Curto/,
    );
    await textBox(page, "Título do Site").fill("Para compartilhar");
    await textBox(page, "Descrição do Site").fill("Uma descrição que os buscadores mostram.");
    await textBox(page, "Palavras-chave").fill("conserto,  solda");
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

    await openPage(page, "/");
    await expect(page).toHaveTitle(title);
    expect(await head(page, "meta[name=description]")).toBe("Uma descrição que os buscadores mostram.");
    expect(await head(page, "meta[name=keywords]")).toBe("conserto, solda");
    expect(await head(page, "meta[property='og:title']")).toBe("Para compartilhar");
    expect(await head(page, "meta[property='og:image']")).toBe(`${server.url}${card}`);
    expect(await head(page, "link[rel=icon]", "href")).toBe(icon);
  });

  test("show in the footer only the social networks with an address", async ({ page }) => {
    await openSettings(page, `${GENERAL}?tab=social`);
    for (const network of ["Facebook", "Instagram", "LinkedIn", "YouTube", "Twitter/X"]) {
      await expect(textBox(page, network)).toBeVisible();
    }
    await expectAccessible(page);
    await textBox(page, "YouTube").fill("youtube.com/@oficina");
    await press(page, "Salvar Redes Sociais");
    await expect(toast(page, "Redes sociais salvas!")).toBeVisible();
    await expect(textBox(page, "YouTube")).toHaveValue("https://youtube.com/@oficina");
    await openPage(page, "/");
    const link = page.getByRole("contentinfo").getByRole("link", { name: "YouTube" });
    await expect(link).toHaveAttribute("href", "https://youtube.com/@oficina");
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "Instagram" })).toHaveCount(0);
  });

  test("show which analytics services are configured", async ({ page, watch }) => {
    watch.allow(failedCall(422));
    await openSettings(page, `${GENERAL}?tab=analytics`);
    const card = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    for (const name of ["Google Analytics", "Google Search Console", "Facebook Pixel", "Hotjar"]) {
      await expect(card(name)).toContainText("Não configurado");
    }
    await expectAccessible(page);
    await press(page, "Configurar Analytics: Google Search Console");
    const dialog = page.getByRole("dialog", { name: "Configurar Google Search Console" });
    await expectAccessible(page);
    const tag = dialog.getByRole("textbox", { name: "Tag HTML" });
    await tag.fill("curto");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(tag).toHaveAccessibleDescription(/Informe o código de verificação/);
    await expect(tag).toHaveValue("curto");
    await tag.fill('<meta name="google-site-verification" content="abcdefghijklmnopqrst_-123" />');
    await dialog.getByRole("textbox", { name: "Arquivo HTML" }).fill("google1234567890abcdef.html");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(toast(page, "Configurações salvas!")).toBeVisible();
    await expect(card("Google Search Console").getByText("Configurado", { exact: true })).toBeVisible();
    await expect(card("Google Search Console")).toContainText("abcdefghijklmnopqrst_-123");
    await expect(card("Google Search Console")).toContainText("google1234567890abcdef.html");
    await expect(card("Hotjar")).toContainText("Não configurado");
    const answers = page.getByRole("region", { name: "Respostas ao aviso de cookies" });
    await expect(answers).toHaveCount(0);
    await press(page, "Configurar Analytics: Hotjar");
    await page.getByRole("dialog", { name: "Configurar Hotjar" }).getByRole("textbox").fill("7654321");
    await page.getByRole("dialog").getByRole("button", { name: "Salvar" }).click();
    await expect(card("Hotjar").getByText("Configurado", { exact: true })).toBeVisible();
    await expect(answers.getByText("Recusaram ou retiraram")).toBeVisible();
    await expectAccessible(page);
    await openPage(page, "/");
    expect(await head(page, "meta[name=google-site-verification]")).toBe("abcdefghijklmnopqrst_-123");
  });

  test("fit a long company name into the header", async ({ page, api }) => {
    const words = "Companhia Paranaense de Tecnologia, Telecomunicações e Infraestrutura Corporativa";
    const name = words.slice(0, 80);
    await openSettings(page, GENERAL);
    await textBox(page, "Nome da Empresa").fill(name);
    await press(page, "Salvar Informações");
    await expect(toast(page, "Informações da empresa salvas!")).toBeVisible();
    await openPage(page, "/sobre");
    const header = page.getByRole("banner");
    const link = header.getByRole("link", { name });
    for (const width of [320, 390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await topOf(link), `${width} px`).toBeGreaterThanOrEqual(await topOf(header));
      expect(await bottomOf(link), `${width} px`).toBeLessThanOrEqual(await bottomOf(header));
      expect(await overflow(page), `${width} px`).toBeLessThanOrEqual(0);
    }
    const shorter = words.slice(0, 60).trim();
    await api.updateSettings("company", { name: shorter });
    await openPage(page, "/sobre");
    const text = header.getByTitle(shorter);
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const hidden = await text.evaluate((element) => element.scrollHeight - element.clientHeight);
      expect(hidden, `${width} px`).toBeLessThanOrEqual(0);
    }
  });

  test("preserve the input of a refused dialog, and no message covers its buttons on a phone", async ({
    page,
    watch,
  }) => {
    watch.allow(failedCall(422));
    await page.setViewportSize({ width: 390, height: 844 });
    await openSettings(page, `${GENERAL}?tab=analytics`);
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
    await question.getByRole("button", { name: "Continuar editando" }).click();
    await expect(dialog.getByRole("textbox")).toHaveValue("curto");
    await dialog.getByRole("button", { name: "Cancelar" }).click();
    await question.getByRole("button", { name: "Sair sem salvar" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("show errors beside the fields and preserve the input", async ({ page, watch }) => {
    watch.allow(failedCall(422));
    await openSettings(page, GENERAL);
    const name = textBox(page, "Nome da Empresa");
    await name.fill("");
    await textBox(page, "Ano de Fundação").fill("ontem");
    await press(page, "Salvar Informações");
    await expect(toast(page, "Erro ao salvar")).toContainText("Verifique os campos destacados.");
    await expect(name).toHaveAccessibleDescription(/Preencha este campo\./);
    await expect(textBox(page, "Ano de Fundação")).toHaveValue("ontem");
    await expect(textBox(page, "Ano de Fundação")).toHaveAccessibleDescription(/quatro dígitos/);
    await expectAccessible(page);
  });

  test("show that loading failed, and load again", async ({ page, watch }) => {
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
    await expect(textBox(page, "Nome da Empresa")).toHaveValue(/\S/);
  });

  test("ask before discarding unsaved input", async ({ page }) => {
    await openSettings(page, GENERAL);
    const tagline = textBox(page, "Slogan");
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
