/** Finding an article, reading it and passing it on. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Api } from "./support/api.ts";
import { ARTICLE } from "./support/routes.ts";
import { openPage, toast, withoutJavaScript } from "./support/screens.ts";
import { expect, test } from "./support/test.ts";

const articles = (page: Page) => page.getByRole("main").getByRole("link", { name: /^Ler Artigo/ });
const more = (page: Page) => page.getByRole("link", { name: "Carregar Mais Artigos" });

/** More posts than one page of the list has. */
async function fillTheList(api: Api): Promise<void> {
  const slug = randomUUID();
  await api.createPost({ title: `Um a mais ${slug}`, slug });
}

test("more articles come without leaving the list, and the keyboard goes on with them", async ({
  page,
  api,
}) => {
  await fillTheList(api);
  await openPage(page, "/blog");
  const before = await articles(page).count();
  await more(page).focus();
  await page.keyboard.press("Enter");
  await expect(articles(page).nth(before)).toBeFocused();
  await expect(page).toHaveURL(/\/blog$/);
  await expect(page.getByRole("status").first()).toHaveText(/\d+ artigos na lista/);
});

test("a category and a search change the list and the address, and back leads back", async ({ page }) => {
  await openPage(page, "/blog");
  const categories = page.getByRole("navigation", { name: "Categorias" });
  await categories.getByRole("link", { name: "Segurança" }).click();
  await expect(page).toHaveURL(/\/blog\/categoria\/seguranca$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Segurança");
  await expect(categories.getByRole("link", { name: "Segurança" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("searchbox", { name: "Buscar no blog" }).fill("automacao");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/busca=automacao/);
  await expect(page.getByRole("link", { name: /O que automatizar primeiro/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Segurança");
});

test("an article leads through itself, to others and out into the world", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openPage(page, ARTICLE);
  const contents = page.getByRole("navigation", { name: "Neste artigo" });
  await contents.getByRole("link", { name: "O ensaio que ninguém quer fazer" }).click();
  await expect(page.getByRole("heading", { name: "O ensaio que ninguém quer fazer" })).toBeInViewport();
  await page.getByRole("button", { name: "Copiar link" }).click();
  await expect(toast(page, "Link copiado")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(ARTICLE);
  await expect(page.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
    "href",
    /^https:\/\/wa\.me\/\?text=/,
  );
  await page.getByRole("link", { name: /^Próximo artigo/ }).click();
  await expect(page).not.toHaveURL(new RegExp(ARTICLE));
});

test("an address for the newsletter is checked, then kept", async ({ page }) => {
  await openPage(page, "/blog");
  const email = page.getByRole("textbox", { name: "Seu e-mail" });
  const send = page.getByRole("button", { name: "Inscrever-se" });
  await email.fill("ana@");
  await send.click();
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(email).toBeFocused();
  await email.fill(`${randomUUID()}@exemplo.com.br`);
  await send.click();
  await expect(page.getByRole("heading", { name: "Falta um clique!" })).toBeVisible();
});

test("lists and the newsletter work without JavaScript", async ({ browser, server, api }) => {
  await fillTheList(api);
  await withoutJavaScript(browser, server.url, async (page) => {
    await page.goto("/blog");
    await more(page).click();
    await expect(page).toHaveURL(/pagina=2/);
    await expect(articles(page).first()).toBeVisible();
    await page.getByRole("searchbox", { name: "Buscar no blog" }).fill("ransomware");
    await page.getByRole("button", { name: "Buscar" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("ransomware");
    await page.getByRole("textbox", { name: "Seu e-mail" }).fill(`${randomUUID()}@exemplo.com.br`);
    await page.getByRole("button", { name: "Inscrever-se" }).click();
    await expect(page).toHaveURL(/\/newsletter\/obrigado$/);
  });
});
