/** The public blog: lists, articles, sharing and the newsletter box. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Api } from "./support/api.ts";
import { ARTICLE } from "./support/routes.ts";
import { openPage, overPlainHttp, toast } from "./support/screens.ts";
import { expect, test } from "./support/test.ts";

const articles = (page: Page) => page.getByRole("main").getByRole("link", { name: /^Ler Artigo/ });
const more = (page: Page) => page.getByRole("link", { name: "Carregar Mais Artigos" });

/** More posts than one page of the list has. */
async function fillTheList(api: Api): Promise<void> {
  const slug = randomUUID();
  await api.createPost({ title: `Um a mais ${slug}`, slug });
}

test("'Carregar Mais' appends articles and moves the focus to the first new one", async ({ page, api }) => {
  await fillTheList(api);
  await openPage(page, "/blog");
  const before = await articles(page).count();
  await more(page).focus();
  await page.keyboard.press("Enter");
  await expect(articles(page).nth(before)).toBeFocused();
  await expect(page).toHaveURL(/\/blog\?ate=2$/);
  await expect(page.getByRole("status").first()).toHaveText(/\d+ artigos na lista/);
  const after = await articles(page).count();
  await page.reload();
  await expect(articles(page), "the number of articles survives a reload").toHaveCount(after);
});

test("category and search update the list and the address, and 'back' restores them", async ({ page }) => {
  await openPage(page, "/blog");
  const categories = page.getByRole("navigation", { name: "Categorias" });
  await categories.getByRole("link", { name: "Segurança" }).click();
  await expect(page).toHaveURL(/\/blog\/categoria\/seguranca$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Segurança");
  await expect(categories.getByRole("link", { name: "Segurança" })).toHaveAttribute("aria-current", "page");
  const search = page.getByRole("searchbox", { name: "Buscar no blog" });
  await search.fill("automacao");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/busca=automacao/);
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("automacao");
  await expect(page.getByRole("link", { name: /O que automatizar primeiro/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Segurança");
});

test("newer request replaces a slower earlier one", async ({ page }) => {
  await openPage(page, "/blog");
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route("**/blog/categoria/backup", async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  const categories = page.getByRole("navigation", { name: "Categorias" });
  const list = page.getByRole("main").locator("[aria-busy]").first();
  await categories.getByRole("link", { name: "Backup" }).click();
  await expect(list).toHaveAttribute("aria-busy", "true");
  await categories.getByRole("link", { name: "Segurança" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Segurança");
  release();
  await expect(list).toHaveAttribute("aria-busy", "false");
  await categories.getByRole("link", { name: "Cloud Computing" }).click();
  await expect(page).toHaveURL(/\/blog\/categoria\/cloud-computing$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cloud Computing");
  await page.goBack();
  await expect(page, "the slow request added no history entry").toHaveURL(/\/blog\/categoria\/seguranca$/);
});

test("article links to its category, its tags and related articles", async ({ page }) => {
  await openPage(page, ARTICLE);
  const article = page.getByRole("article");
  const leads = async (name: string, path: string) => {
    const link = article.getByRole("link", { name, exact: true });
    await expect(link).toHaveAttribute("href", path);
    await link.click();
    await expect(page).toHaveURL(path);
    await page.goBack();
  };
  await leads("Backup", "/blog/categoria/backup");
  await leads("restauração", "/blog/tag/restauracao");
  await expect(article.locator("a[rel=tag]")).toHaveCount(4);
  const related = page.locator("section", { has: page.getByRole("heading", { name: "Leia também" }) });
  const title = await related.getByRole("link").first().innerText();
  expect(await related.getByRole("link").count()).toBeGreaterThan(0);
  await related.getByRole("link").first().click();
  await expect(page).not.toHaveURL(ARTICLE);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
});

test("newest article links to one neighbor, others to two", async ({ page, api }) => {
  const slug = randomUUID();
  await api.createPost({ title: `O mais novo ${slug}`, slug });
  await openPage(page, `/blog/${slug}`);
  const neighbors = page.getByRole("listitem").filter({ has: page.locator("a[rel=prev], a[rel=next]") });
  const previous = page.getByRole("link", { name: /^Artigo anterior/ });
  const next = page.getByRole("link", { name: /^Próximo artigo/ });
  await expect(next).toHaveCount(0);
  await expect(neighbors).toHaveCount(1);
  const older = (await previous.getAttribute("href")) ?? "";
  await previous.click();
  await expect(page).toHaveURL(older);
  await expect(neighbors).toHaveCount(2);
  await next.click();
  await expect(page).toHaveURL(new RegExp(slug));
  // An article with less data has no empty elements.
  await expect(page.getByRole("main").locator("li:empty, p:empty")).toHaveCount(0);
});

test("article has share links, and reports that copying fails over plain http", async ({ page }) => {
  await overPlainHttp(page);
  await openPage(page, ARTICLE);
  const share = page.getByRole("region", { name: "Compartilhar" });
  const address = encodeURIComponent(new URL(ARTICLE, page.url()).href);
  for (const [name, start] of [
    ["LinkedIn", "https://www.linkedin.com/sharing/share-offsite/?url="],
    ["E-mail", "mailto:?subject=Backup"],
  ] as const) {
    const href = (await share.getByRole("link", { name }).getAttribute("href")) ?? "";
    expect(href.startsWith(start), href).toBe(true);
    expect(href).toContain(address);
  }
  await share.getByRole("button", { name: "Copiar link" }).click();
  await expect(toast(page, "Não foi possível copiar o link")).toBeVisible();
});

test("article has a table of contents, a link to copy and a next article", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openPage(page, ARTICLE);
  const contents = page.getByRole("navigation", { name: "Neste artigo" });
  await contents.getByRole("link", { name: "O ensaio que ninguém quer fazer" }).click();
  await expect(page.getByRole("heading", { name: "O ensaio que ninguém quer fazer" })).toBeInViewport();
  await page.getByRole("button", { name: "Copiar link" }).click();
  await expect(toast(page, "Link copiado")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(ARTICLE);
  const share = page.getByRole("region", { name: "Compartilhar" });
  await expect(share.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
    "href",
    /^https:\/\/wa\.me\/\?text=/,
  );
  await page.getByRole("link", { name: /^Próximo artigo/ }).click();
  await expect(page).not.toHaveURL(new RegExp(ARTICLE));
});

test("newsletter address is validated and stored", async ({ page }) => {
  await openPage(page, "/blog");
  const email = page.getByRole("textbox", { name: "Seu e-mail" });
  const send = page.getByRole("button", { name: "Inscrever-se" });
  await email.fill("ana@");
  await send.click();
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(email).toBeFocused();
  await email.fill(`${randomUUID()}@exemplo.com.br`);
  await send.click();
  // This server has no mail server: it promises no mail.
  await expect(page.getByRole("heading", { name: "Inscrição registrada!" })).toBeFocused();
});

test("code block of an article can be copied", async ({ page, api, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const slug = `codigo-${Date.now()}`;
  await api.createPost({ title: slug, slug, content: "## Um passo\n\n```\nls -la\n```" });
  await openPage(page, `/blog/${slug}`);
  await page.getByRole("button", { name: "Copiar", exact: true }).click();
  await expect(page.getByRole("button", { name: "Copiado" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("ls -la\n");
  await page.getByRole("heading", { name: "Um passo" }).getByRole("link").click();
  await expect(page).toHaveURL(/#secao-um-passo$/);
});
