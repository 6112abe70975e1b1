/** What visitors do before the scripts of a page have arrived. */
import type { Page } from "@playwright/test";
import { signUp } from "./support/accounts.ts";
import {
  ContactForm,
  holdRequests,
  openPage,
  siteMenu,
  toast,
  unique,
  waitUntilStarted,
} from "./support/screens.ts";
import { expect, test } from "./support/test.ts";
import { failedCall, failedRequest } from "./support/watch.ts";

const SCRIPTS = "**/assets/*.js";
/** Scripts of all public pages. */
const FIRST_SCRIPTS = ["entry-site", "start"];

test.describe("while scripts are held back", () => {
  test("menu of a phone, questions and 'Carregar Mais' work", async ({ page, api }) => {
    // The demo posts fill the first page exactly.
    await api.createPost({ title: unique("Um a mais") });
    await page.setViewportSize({ width: 390, height: 844 });
    const release = await holdRequests(page, SCRIPTS);
    await page.goto("/servicos/suporte-manutencao", { waitUntil: "commit" });
    await page.getByRole("banner").locator("summary", { hasText: "Abrir menu" }).click();
    await expect(siteMenu(page).last()).toBeVisible();
    await page.getByRole("banner").locator("summary", { hasText: "Fechar menu" }).click();
    const question = page.getByRole("main").locator("details").first();
    await question.locator("summary").click();
    await expect(question).toHaveAttribute("open");

    // A menu that stayed open would still be open after going back.
    const menu = page.getByRole("banner").locator("details.mobile-menu");
    await menu.locator("summary").click();
    await menu.evaluate((element) => element.addEventListener("click", (event) => event.preventDefault()));
    await siteMenu(page).last().getByRole("link", { name: "Blog" }).click();
    await expect(menu).not.toHaveAttribute("open");

    await page.goto("/blog", { waitUntil: "commit" });
    await page.getByRole("link", { name: "Carregar Mais" }).click();
    await page.waitForURL("**/blog?pagina=2");
    await expect(
      page
        .getByRole("main")
        .getByRole("link", { name: /^Ler Artigo/ })
        .first(),
    ).toBeVisible();
    release();
  });

  test("open menu and typed texts remain when scripts arrive, and the form is sent by them", async ({
    page,
    api,
  }) => {
    const name = unique("Apressada");
    const release = await holdRequests(page, SCRIPTS);
    await page.goto("/contato", { waitUntil: "commit" });
    const form = new ContactForm(page);
    await form.fill(name);
    const files = page.getByRole("main").locator("details", { hasText: "arquivos" }).first();
    await files.locator("summary").click();
    release();
    await waitUntilStarted(page);
    await expect(form.name).toHaveValue(name);
    await expect(form.message).toHaveValue("Nosso servidor caiu.\nPodem ajudar?");
    await expect(files).toHaveAttribute("open");
    await form.submit.click();
    await expect(toast(page, "Mensagem enviada com sucesso!")).toBeVisible();
    expect(await api.listContacts(name)).toHaveLength(1);
  });

  test("contact form is sent by the browser, once, and isn't suspected", async ({ page, api }) => {
    const name = unique("Muito Apressada");
    const release = await holdRequests(page, SCRIPTS);
    await page.goto("/contato", { waitUntil: "commit" });
    const form = new ContactForm(page);
    await form.fill(name);
    await form.submit.dblclick({ noWaitAfter: true });
    await page.waitForURL("**/contato/obrigado**");
    release();
    // `listContacts` omits suspected contacts.
    expect(await api.listContacts(name)).toHaveLength(1);
  });

  test("buttons and forms that need scripts take effect when these arrive", async ({ page }) => {
    const { email, password } = await signUp(page);
    const header = page.getByRole("banner");
    const release = await holdRequests(page, SCRIPTS);
    await page.goto("/sobre", { waitUntil: "commit" });
    await header.locator("summary", { hasText: "Menu do usuário" }).click();
    await header.getByRole("button", { name: "Sair" }).click();
    release();
    await expect(header.getByRole("link", { name: "Entrar" })).toBeVisible();

    const releaseSignIn = await holdRequests(page, SCRIPTS);
    await page.goto("/auth?next=/conta", { waitUntil: "commit" });
    const main = page.getByRole("main");
    await main.getByRole("textbox", { name: "E-mail" }).fill(email);
    await main.getByRole("textbox", { name: "Senha" }).fill(password);
    await main.getByRole("button", { name: "Entrar", exact: true }).click();
    await expect(main.locator("form[aria-busy=true]")).toBeVisible();
    await addElements(page);
    releaseSignIn();
    await page.waitForURL((url) => url.pathname === "/conta");
  });
});

test("press is shown as busy until a script handles it", async ({ page }) => {
  const release = await holdRequests(page, SCRIPTS);
  await page.goto("/auth", { waitUntil: "commit" });
  const main = page.getByRole("main");
  const submit = main.getByRole("button", { name: "Entrar", exact: true });
  const opacity = () => submit.evaluate((element) => getComputedStyle(element).opacity);
  expect(await opacity()).toBe("1");
  await submit.click();
  await expect.poll(opacity).toBe("0.7");
  release();
  await expect(main.getByRole("textbox", { name: "E-mail" })).toHaveAttribute("aria-invalid", "true");
  await expect.poll(opacity).toBe("1");
});

test("scripts of an island are requested in two steps", async ({ page }) => {
  const requested: string[] = [];
  let start = () => {};
  const started = new Promise<void>((done) => (start = done));
  const release = await holdRequests(page, SCRIPTS);
  await page.route(SCRIPTS, async (route) => {
    const name = /([\w-]+)-.{8}\.js/.exec(route.request().url())?.[1] ?? "";
    // The measurement of visits starts when the page is idle.
    if (name !== "visit") requested.push(name);
    if (!FIRST_SCRIPTS.includes(name)) return route.fallback();
    await started;
    await route.continue();
  });
  await page.goto("/contato");
  await page.keyboard.press("Tab");
  await expect.poll(() => requested.toSorted()).toEqual(FIRST_SCRIPTS);
  start();
  await expect.poll(() => requested).toContain("react");
  const expected = [...requested];
  release();
  await waitUntilStarted(page);
  expect(requested).toEqual(expected);
});

test("form that needs scripts is sent by the browser if they can't be loaded", async ({ page, watch }) => {
  watch.allow(failedCall(422, "/auth"));
  watch.allow(failedRequest("/assets/"));
  await page.route(SCRIPTS, (route) => route.abort());
  await page.goto("/auth", { waitUntil: "commit" });
  const main = page.getByRole("main");
  await main.getByRole("textbox", { name: "E-mail" }).fill("ana@exemplo.com.br");
  await main.getByRole("textbox", { name: "Senha" }).fill("girafa de capacete");
  await main.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(main.getByText("A página ainda não tinha terminado de carregar.")).toBeVisible();
  await expect(main.getByRole("textbox", { name: "E-mail" })).toHaveValue("ana@exemplo.com.br");
});

/** Adds elements to the page's forms, as password managers do. */
const addElements = (page: Page) =>
  page.evaluate(() => {
    for (const input of document.querySelectorAll("main input")) input.after(document.createElement("div"));
  });

/** Moves and changes the texts of the page, as translators do. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const isText = (node: Node) => Boolean(node.parentElement?.closest("h1, h2, p, label, button"));
    const texts = document.createTreeWalker(document.querySelector("main") ?? document, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) if (isText(texts.currentNode)) found.push(texts.currentNode as Text);
    for (const text of found) {
      const font = document.createElement("font");
      text.replaceWith(font);
      font.appendChild(document.createElement("font")).append(text);
    }
  });

test("list of posts remains when a visitor of the translated page subscribes", async ({ page }) => {
  await openPage(page, "/blog");
  await translate(page);
  const main = page.getByRole("main");
  await main
    .getByRole("textbox", { name: "E-mail" })
    .fill(`${unique("traduzida").replace(" ", "-")}@exemplo.com.br`);
  await main.getByRole("button", { name: "Inscrever-se" }).click();
  await expect(main.getByRole("heading", { level: 2 }).last()).toBeFocused();
  await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
  await main.getByRole("searchbox").fill("backup");
  await main.getByRole("searchbox").press("Enter");
  await expect(main.getByRole("heading", { level: 1 })).toContainText("backup");
});

test("typed texts and the focus survive changes of the HTML by a translator before scripts arrive", async ({
  page,
}) => {
  const release = await holdRequests(page, SCRIPTS);
  await page.goto("/contato", { waitUntil: "commit" });
  const form = new ContactForm(page);
  await form.fill("Traduzida");
  await form.name.focus();
  await page.evaluate(() => {
    const label = document.querySelector("label[for=name]");
    const font = document.createElement("font");
    font.append(...(label?.childNodes ?? []));
    label?.append(font);
  });
  release();
  await waitUntilStarted(page);
  await expect(form.name).toHaveValue("Traduzida");
  await expect(form.message).toHaveValue("Nosso servidor caiu.\nPodem ajudar?");
  await expect(form.name).toBeFocused();
});

test("repeated presses before scripts arrive end as they would with scripts", async ({ page }) => {
  const release = await holdRequests(page, SCRIPTS);
  await page.goto("/auth", { waitUntil: "commit" });
  const main = page.getByRole("main");
  const password = main.getByRole("textbox", { name: "Senha" });
  await password.fill("girafa");
  const show = main.getByRole("button", { name: "Mostrar senha" });
  await show.click();
  await show.click();
  release();
  await waitUntilStarted(page);
  await expect(password).toHaveAttribute("type", "password");
  await expect(password).toHaveValue("girafa");
});
