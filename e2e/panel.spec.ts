/** Functions of all screens of the panel: search, shortcuts, help, expired sessions and lost connections. */
import type { Page } from "@playwright/test";
import { holdRequests, openPanel, signInAsStaff, toast, unique } from "./support/screens.ts";
import { ADMIN } from "./support/server.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { failedCall, missingPage, UNREACHABLE } from "./support/watch.ts";

const search = (page: Page) => page.getByRole("dialog", { name: "Buscar no painel" });
const searchField = (page: Page) => search(page).getByRole("combobox");
const result = (page: Page, name: RegExp | string) => search(page).getByRole("option", { name });
const shortcutsDialog = (page: Page) => page.getByRole("dialog", { name: "Atalhos de teclado" });

test.describe("panel search", () => {
  test.beforeEach(async ({ page }) => {
    await signInAsStaff(page);
    await openPanel(page);
  });

  test("opens screens by keyboard and ignores accents", async ({ page }) => {
    await page.keyboard.press("Control+k");
    await expect(searchField(page)).toBeFocused();
    await expectAccessible(page);
    await searchField(page).fill("rodape");
    await expect(search(page).getByRole("group", { name: "Telas" }).getByRole("option")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/menu-footer");
    await expect(page.getByRole("heading", { level: 1, name: "Menu e Rodapé" })).toBeFocused();

    await page.getByRole("button", { name: "Buscar", exact: true }).click();
    await expect(result(page, "Dashboard")).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowUp");
    await expect(result(page, "Sair do Sistema")).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(result(page, "Gerenciar Contatos")).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Escape");
    await expect(search(page)).toBeHidden();
    await expect(page.getByRole("button", { name: "Buscar", exact: true })).toBeFocused();
  });

  test("finds contacts, services and posts, and reports no results", async ({ page, api }) => {
    const name = unique("Zuleica Achada");
    await api.createContact({ name });
    await page.keyboard.press("Control+k");
    await searchField(page).fill(name.toUpperCase());
    await result(page, new RegExp(name)).click();
    await page.waitForURL(/\/admin\/contacts\/.+/);
    await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();

    // The search opens above an open dialog.
    await page.goto(`${page.url()}?visao=tabela`);
    await expect(page.getByRole("dialog")).toContainText(name);
    await page.keyboard.press("Control+k");
    await searchField(page).fill("seguranca de redes, antivirus e mais");
    await expect(search(page).getByRole("status")).toContainText("Nada encontrado");
    await expectAccessible(page);
    await searchField(page).fill("backup");
    await expect(
      search(page).getByRole("group", { name: "Serviços" }).getByRole("option").first(),
    ).toBeVisible();
    await expect(
      search(page).getByRole("group", { name: "Posts" }).getByRole("option").first(),
    ).toBeVisible();
  });

  test("finds topics of the help and opens them", async ({ page }) => {
    await page.keyboard.press("Control+k");
    await searchField(page).fill("anotacoes");
    const topics = search(page).getByRole("group", { name: "Ajuda" }).getByRole("option");
    await topics.filter({ hasText: "Gerenciar Contatos" }).click();
    await page.waitForURL("**/admin/ajuda#contatos");
    const explained = page.getByRole("heading", { level: 3, name: "Gerenciar Contatos" });
    await expect(explained).toBeInViewport();
    await page.keyboard.press("End");
    // Waits for the smooth scroll to end.
    await expect
      .poll(() => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1))
      .toBe(true);
    await expect(explained).not.toBeInViewport();
    await page
      .getByRole("navigation", { name: "Assuntos" })
      .getByRole("link", { name: "Gerenciar Contatos" })
      .click();
    await expect(explained).toBeInViewport();
  });
});

test("shortcuts act on the topmost dialog only", async ({ page, api }) => {
  const family = unique("Teclas");
  for (const number of [1, 2, 3]) await api.createContact({ name: `${family} ${number}` });
  await signInAsStaff(page);
  await page.goto(`/admin/contacts?${new URLSearchParams({ search: family, visao: "tabela" })}`);
  await page.getByRole("link", { name: `${family} 2` }).click();
  const opened = page.getByRole("dialog").getByRole("heading", { name: `${family} 2` });
  await opened.click();
  await page.keyboard.press("?");
  // The dialog receives keys once it has the focus.
  await expect
    .poll(() => shortcutsDialog(page).evaluate((dialog) => dialog.contains(document.activeElement)))
    .toBe(true);
  for (const key of ["j", "k", "k", "ArrowRight"]) await page.keyboard.press(key);
  await page.keyboard.press("Escape");
  await expect(shortcutsDialog(page)).toBeHidden();
  await expect(opened).toBeVisible();
  await page.keyboard.press("j");
  await expect(opened).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("menu is closed by the Back button, and not reopened by it after a link was followed", async ({
    page,
  }) => {
    await signInAsStaff(page);
    await page.goto("/admin/redirects");
    const menu = page.getByRole("dialog", { name: "Menu", exact: true });
    await page.getByRole("button", { name: "Abrir menu" }).click();
    await expect(menu).toBeVisible();
    await page.goBack();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(/\/admin\/redirects$/);
    await page.getByRole("button", { name: "Abrir menu" }).click();
    await menu.getByRole("link", { name: "Blog e Artigos" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page).toHaveURL(/\/admin\/blog$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/admin\/redirects$/);
    await expect(menu).toBeHidden();
  });
});

test("sign-out asks before discarding unsaved input", async ({ page }) => {
  await signInAsStaff(page);
  await page.goto("/admin/general-settings");
  const name = page.getByRole("textbox", { name: "Nome da Empresa", exact: true });
  await name.fill("Ainda não salvo");
  await page.getByRole("button", { name: "Sair do Sistema" }).click();
  const question = page.getByRole("dialog", { name: "Sair sem salvar?" });
  await question.getByRole("button", { name: "Continuar editando" }).click();
  await expect(name).toHaveValue("Ainda não salvo");
  await page.getByRole("button", { name: "Sair do Sistema" }).click();
  await question.getByRole("button", { name: "Sair sem salvar" }).click();
  await page.waitForURL(/\/auth/);
});

test("leaving a screen while the session is verified doesn't sign out", async ({ page }) => {
  await signInAsStaff(page);
  const release = await holdRequests(page, "**/api/auth/me");
  await page.goto("/admin/contacts");
  await page.goto("/admin/blog");
  await page.unroute("**/api/auth/me");
  release();
  await page.goto("/admin/services");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gerenciar Serviços");
});

test("'?' lists the shortcuts, which can be turned off", async ({ page }) => {
  await signInAsStaff(page);
  await openPanel(page);
  await page.keyboard.press("?");
  await expect(shortcutsDialog(page)).toContainText("Próxima linha");
  await expectAccessible(page);
  await shortcutsDialog(page).getByRole("switch", { name: "Atalhos de uma tecla" }).uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(shortcutsDialog(page)).toBeHidden();
  await page.keyboard.press("Control+k");
  await searchField(page).fill("atalhos");
  await page.keyboard.press("Enter");
  await shortcutsDialog(page).getByRole("switch", { name: "Atalhos de uma tecla" }).check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(shortcutsDialog(page)).toBeVisible();
});

test("help is searched without accents and links to the screens", async ({ page }) => {
  await signInAsStaff(page);
  await openPanel(page);
  await page.getByRole("link", { name: "Ajuda" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ajuda" })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("searchbox", { name: "Buscar na ajuda" }).fill("WHATSAPP ENDERECO TOPO");
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Buscar na ajuda" }).fill("xadrez");
  await expect(page.getByRole("heading", { name: "Nada encontrado na ajuda" })).toBeVisible();
  await page.getByRole("button", { name: "Limpar a busca" }).click();
  await page
    .getByRole("article")
    .filter({ hasText: "texto alternativo" })
    .getByRole("link", { name: "Abrir a tela" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Mídia" })).toBeVisible();
});

test.describe("unsaved input", () => {
  async function openService(page: Page): Promise<void> {
    await page.goto("/admin/services?search=backup");
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Editar / })
      .first()
      .click();
    await expect(page.getByRole("textbox", { name: "Descrição" })).toBeVisible();
  }

  test("is saved after reauthentication if the session has ended", async ({ page, context, watch }) => {
    watch.allow(failedCall(401));
    await signInAsStaff(page);
    await openService(page);
    const text = unique("Descrição de antes do fim da sessão");
    await page.getByRole("textbox", { name: "Descrição" }).fill(text);
    await context.clearCookies();
    await page.getByRole("button", { name: "Salvar", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Sua sessão terminou" });
    await expectAccessible(page);
    await dialog.getByLabel("Senha", { exact: true }).fill("não é esta");
    await dialog.getByRole("button", { name: "Entrar e continuar" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Email ou senha incorretos.");
    await dialog.getByLabel("Senha", { exact: true }).fill(ADMIN.password);
    await dialog.getByRole("button", { name: "Entrar e continuar" }).click();
    await expect(toast(page, "Serviço atualizado!")).toBeVisible();
    await expect(page.getByRole("main")).toContainText(text);
  });

  test("is preserved while the server is unreachable, and a banner is shown", async ({
    page,
    server,
    watch,
  }) => {
    watch.allow(UNREACHABLE);
    await signInAsStaff(page);
    await openService(page);
    const text = unique("Descrição de antes da queda");
    await page.getByRole("textbox", { name: "Descrição" }).fill(text);
    await server.kill();
    await page.getByRole("button", { name: "Salvar", exact: true }).click();
    await expect(toast(page, "Erro ao conectar com o servidor")).toBeVisible();
    const banner = page.getByRole("alert").filter({ hasText: "Sem conexão com o servidor." });
    await expect(banner).toBeVisible();
    await expectAccessible(page);
    const tried = page.waitForEvent("requestfailed");
    await banner.getByRole("button", { name: "Tentar agora" }).click();
    await tried;
    await expect(banner).toBeVisible();
    await server.restart();
    // The panel retries every few seconds.
    await expect(banner).toBeHidden({ timeout: 20_000 });
    await expect(page.getByRole("textbox", { name: "Descrição" })).toHaveValue(text);
    await page.getByRole("button", { name: "Salvar", exact: true }).click();
    await expect(toast(page, "Serviço atualizado!")).toBeVisible();
  });
});

test("screen that fails to load leaves the panel usable, and opens once the server is back", async ({
  page,
  server,
  watch,
}) => {
  watch.allow(UNREACHABLE);
  await signInAsStaff(page);
  await openPanel(page);
  const menu = page.getByRole("complementary");
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  const failure = page.getByRole("heading", { name: "Não foi possível abrir esta tela" });
  const banner = page.getByRole("alert").filter({ hasText: "Sem conexão com o servidor." });
  await server.kill();
  await menu.getByRole("link", { name: "Gerenciar Usuários" }).click();
  await expect(failure).toBeVisible();
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  await menu.getByRole("link", { name: "Dashboard" }).click();
  await expect(heading("Dashboard")).toBeVisible();
  await menu.getByRole("link", { name: "Newsletter" }).click();
  await expect(failure).toBeVisible();
  await server.restart();
  // The panel retries every few seconds.
  await expect(heading("Newsletter")).toBeVisible({ timeout: 20_000 });

  // A screen that failed to load earlier is loaded again.
  await server.kill();
  await menu.getByRole("link", { name: "Gerenciar Usuários" }).click();
  await expect(failure).toBeVisible();
  await menu.getByRole("link", { name: "Newsletter" }).click();
  await expect(heading("Newsletter")).toBeVisible();
  await server.restart();
  await expect(banner).toBeHidden({ timeout: 20_000 });
  await menu.getByRole("link", { name: "Gerenciar Usuários" }).click();
  await expect(heading("Gerenciamento de Usuários")).toBeVisible();
});

test("unknown panel address is a 404 in the panel for staff and on the site for others", async ({
  page,
  watch,
}) => {
  watch.allow(missingPage("/admin/nao-existe$"));
  watch.allow(/^error: 404 Error: User attempted to access non-existent route: \/admin\/nao-existe$/);
  const onSite = await page.goto("/admin/nao-existe");
  expect(onSite?.status()).toBe(404);
  await expect(page).toHaveURL(/\/admin\/nao-existe$/);
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await signInAsStaff(page);
  const inPanel = await page.goto("/admin/nao-existe");
  expect(inPanel?.status()).toBe(404);
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole("link", { name: "Gerenciar Contatos" })).toBeVisible();
  await page.getByRole("link", { name: "Ir para o Dashboard" }).click();
  await page.waitForURL("**/admin/dashboard");
});
