/** The public blog: lists, articles, sharing and the newsletter box. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { ARTICLE } from "./support/routes.ts";
import { holdRequests, openPage, simulatePlainHttp, slugOf, toast, unique } from "./support/screens.ts";
import { expect, test } from "./support/test.ts";

const articleLinks = (page: Page) => page.getByRole("main").getByRole("link", { name: /^Ler Artigo/ });
const loadMoreLink = (page: Page) => page.getByRole("link", { name: "Carregar Mais Artigos" });

test("'Carregar Mais' appends articles and moves the focus to the first new one", async ({ page, api }) => {
  // The demo posts fill the first page exactly.
  await api.createPost({ title: unique("Um a mais") });
  await openPage(page, "/blog");
  const before = await articleLinks(page).count();
  await loadMoreLink(page).focus();
  await page.keyboard.press("Enter");
  await expect(articleLinks(page).nth(before)).toBeFocused();
  await expect(page).toHaveURL(/\/blog\?ate=2$/);
  await expect(page.getByRole("status").first()).toHaveText(/\d+ artigos na lista/);
  const after = await articleLinks(page).count();
  await page.reload();
  await expect(articleLinks(page), "the number of articles survives a reload").toHaveCount(after);
});

test("list of articles and address follow the category, the search and the Back button", async ({ page }) => {
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

test("category chosen later is shown, even if an earlier one loads more slowly", async ({ page }) => {
  await openPage(page, "/blog");
  const release = await holdRequests(page, "**/blog/categoria/backup");
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
  const expectLink = async (name: string, path: string) => {
    const link = article.getByRole("link", { name, exact: true });
    await expect(link).toHaveAttribute("href", path);
    await link.click();
    await expect(page).toHaveURL(path);
    await page.goBack();
  };
  await expectLink("Backup", "/blog/categoria/backup");
  await expectLink("restauração", "/blog/tag/restauracao");
  await expect(article.locator("a[rel=tag]"), "the article has four tags").toHaveCount(4);
  const related = page.locator("section", { has: page.getByRole("heading", { name: "Leia também" }) });
  expect(await related.getByRole("link").count()).toBeGreaterThan(0);
  const title = await related.getByRole("link").first().innerText();
  await related.getByRole("link").first().click();
  await expect(page).not.toHaveURL(ARTICLE);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
});

test("newest article links to one neighbor, the article before it to two", async ({ page, api }) => {
  const title = unique("O mais novo");
  await api.createPost({ title });
  await openPage(page, `/blog/${slugOf(title)}`);
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
  await expect(page).toHaveURL(new RegExp(slugOf(title)));
  const empty = page.getByRole("main").locator("li:empty, p:empty");
  await expect(empty, "an article without tags has no empty elements").toHaveCount(0);
});

test("share links contain the article's address, and a failed copy over plain http is reported", async ({
  page,
}) => {
  await simulatePlainHttp(page);
  await openPage(page, ARTICLE);
  const share = page.getByRole("region", { name: "Compartilhar" });
  const address = encodeURIComponent(new URL(ARTICLE, page.url()).href);
  for (const [name, start] of [
    ["LinkedIn", "https://www.linkedin.com/sharing/share-offsite/?url="],
    ["E-mail", "mailto:?subject=Backup"],
    ["WhatsApp", "https://wa.me/?text="],
  ] as const) {
    const href = (await share.getByRole("link", { name }).getAttribute("href")) ?? "";
    expect(href.startsWith(start), href).toBe(true);
    expect(href).toContain(address);
  }
  await share.getByRole("button", { name: "Copiar link" }).click();
  await expect(toast(page, "Não foi possível copiar o link")).toBeVisible();
});

test("article has a table of contents, and a button that copies the article's link", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openPage(page, ARTICLE);
  const contents = page.getByRole("navigation", { name: "Neste artigo" });
  await contents.getByRole("link", { name: "O ensaio que ninguém quer fazer" }).click();
  await expect(page.getByRole("heading", { name: "O ensaio que ninguém quer fazer" })).toBeInViewport();
  await page.getByRole("button", { name: "Copiar link" }).click();
  await expect(toast(page, "Link copiado")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(ARTICLE);
});

test("newsletter form refuses an invalid email and accepts a valid one", async ({ page }) => {
  await openPage(page, "/blog");
  const email = page.getByRole("textbox", { name: "Seu e-mail" });
  const send = page.getByRole("button", { name: "Inscrever-se" });
  await email.fill("ana@");
  await send.click();
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(email).toBeFocused();
  await email.fill(`${randomUUID()}@exemplo.com.br`);
  await send.click();
  // Without a mail server, the page announces no confirmation mail.
  await expect(page.getByRole("heading", { name: "Inscrição registrada!" })).toBeFocused();
});

test("code block is copied by a button, and a heading links to itself", async ({ page, api, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const title = unique("Comando");
  await api.createPost({ title, content: "## Um passo\n\n```\nls -la\n```" });
  await openPage(page, `/blog/${slugOf(title)}`);
  await page.getByRole("button", { name: "Copiar", exact: true }).click();
  await expect(page.getByRole("button", { name: "Copiado" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("ls -la\n");
  await page.getByRole("heading", { name: "Um passo" }).getByRole("link").click();
  await expect(page).toHaveURL(/#secao-um-passo$/);
});
