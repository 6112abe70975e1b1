/** The panel on every screen: search, shortcuts, help, lost sessions and lost connections. */
import type { Page } from "@playwright/test";
import { openPanel, signInAsStaff, toast, unique } from "./support/screens.ts";
import { admin } from "./support/server.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Buscar no painel" });
const field = (page: Page) => palette(page).getByRole("combobox");
const option = (page: Page, name: RegExp | string) => palette(page).getByRole("option", { name });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Atalhos de teclado" });

test.describe("panel search", () => {
  test.beforeEach(async ({ page }) => {
    await signInAsStaff(page);
    await openPanel(page);
  });

  test("opens screens, by keyboard and without accents", async ({ page }) => {
    await page.keyboard.press("Control+k");
    await expect(field(page)).toBeFocused();
    await expectAccessible(page);
    await field(page).fill("rodape");
    await expect(palette(page).getByRole("group", { name: "Telas" }).getByRole("option")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/menu-footer");
    await expect(page.getByRole("heading", { level: 1, name: "Menu e Rodapé" })).toBeFocused();

    await page.getByRole("button", { name: "Buscar", exact: true }).click();
    await expect(option(page, "Dashboard")).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowUp");
    await expect(option(page, "Sair do Sistema")).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(option(page, "Gerenciar Contatos")).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Escape");
    await expect(palette(page)).toBeHidden();
    await expect(page.getByRole("button", { name: "Buscar", exact: true })).toBeFocused();
  });

  test("finds records of every kind and reports no results", async ({ page, api }) => {
    const name = unique("Zuleica Achada");
    await api.createContact({ name });
    await page.keyboard.press("Control+k");
    await field(page).fill(name.toUpperCase());
    await option(page, new RegExp(name)).click();
    await page.waitForURL(/\/admin\/contacts\/.+/);
    await expect(page.getByRole("dialog")).toContainText(name);

    // The search opens above an open window.
    await page.keyboard.press("Control+k");
    await field(page).fill("seguranca de redes, antivirus e mais");
    await expect(palette(page).getByRole("status")).toContainText("Nada encontrado");
    await expectAccessible(page);
    await field(page).fill("backup");
    await expect(
      palette(page).getByRole("group", { name: "Serviços" }).getByRole("option").first(),
    ).toBeVisible();
    await expect(
      palette(page).getByRole("group", { name: "Posts" }).getByRole("option").first(),
    ).toBeVisible();
  });
});

test("panel search finds topics of the help and opens them", async ({ page }) => {
  await signInAsStaff(page);
  await openPanel(page);
  await page.keyboard.press("Control+k");
  await field(page).fill("anotacoes");
  const topics = palette(page).getByRole("group", { name: "Ajuda" }).getByRole("option");
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

test("shortcuts act on the topmost window only", async ({ page, api }) => {
  const family = unique("Teclas");
  for (const number of [1, 2, 3]) await api.createContact({ name: `${family} ${number}` });
  await signInAsStaff(page);
  await page.goto(`/admin/contacts?${new URLSearchParams({ search: family })}`);
  await page.getByRole("link", { name: `${family} 2` }).click();
  const opened = page.getByRole("dialog").getByRole("heading", { name: `${family} 2` });
  await opened.click();
  await page.keyboard.press("?");
  // The window receives keys once it has the focus.
  await expect
    .poll(() => sheet(page).evaluate((window) => window.contains(document.activeElement)))
    .toBe(true);
  for (const key of ["j", "k", "k", "ArrowRight"]) await page.keyboard.press(key);
  await page.keyboard.press("Escape");
  await expect(sheet(page)).toBeHidden();
  await expect(opened).toBeVisible();
  await page.keyboard.press("j");
  await expect(opened).toBeHidden();
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
  // The verification of the session is delayed.
  let release = (): void => undefined;
  await page.route("**/api/auth/me", async (route) => {
    await new Promise<void>((resolve) => (release = resolve));
    await route.continue().catch(() => undefined);
  });
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
  await expect(sheet(page)).toContainText("Próxima linha");
  await expectAccessible(page);
  await sheet(page).getByRole("switch", { name: "Atalhos de uma tecla" }).uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(sheet(page)).toBeHidden();
  await page.keyboard.press("Control+k");
  await field(page).fill("atalhos");
  await page.keyboard.press("Enter");
  await sheet(page).getByRole("switch", { name: "Atalhos de uma tecla" }).check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(sheet(page)).toBeVisible();
});

test("help is searched without accents and links to the screens", async ({ page }) => {
  await signInAsStaff(page);
  await openPanel(page);
  await page.getByRole("link", { name: "Ajuda" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ajuda" })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("searchbox", { name: "Buscar na ajuda" }).fill("WHATSAPP E ENDERECO");
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

test.describe("input is preserved", () => {
  async function openService(page: Page): Promise<void> {
    await page.goto("/admin/services?search=backup");
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Editar / })
      .first()
      .click();
    await expect(page.getByRole("textbox", { name: "Descrição" })).toBeVisible();
  }

  test("if the session ends: reauthentication continues the save", async ({ page, context, watch }) => {
    watch.allow(failedCall(401));
    await signInAsStaff(page);
    await openService(page);
    const text = unique("Descrição de antes do fim da sessão");
    await page.getByRole("textbox", { name: "Descrição" }).fill(text);
    await context.clearCookies();
    await page.getByRole("button", { name: "Salvar", exact: true }).click();
    const again = page.getByRole("dialog", { name: "Sua sessão terminou" });
    await expectAccessible(page);
    await again.getByLabel("Senha", { exact: true }).fill("não é esta");
    await again.getByRole("button", { name: "Entrar e continuar" }).click();
    await expect(again.getByRole("alert")).toContainText("Email ou senha incorretos.");
    await again.getByLabel("Senha", { exact: true }).fill(admin.password);
    await again.getByRole("button", { name: "Entrar e continuar" }).click();
    await expect(toast(page, "Serviço atualizado!")).toBeVisible();
    await expect(page.getByRole("main")).toContainText(text);
  });

  test("if the server is unreachable: a banner says so, and saving works once it is back", async ({
    page,
    server,
    watch,
  }) => {
    watch.allow(/net::ERR_/);
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
    // Retried automatically every few seconds.
    await expect(banner).toBeHidden({ timeout: 20_000 });
    await expect(page.getByRole("textbox", { name: "Descrição" })).toHaveValue(text);
    await page.getByRole("button", { name: "Salvar", exact: true }).click();
    await expect(toast(page, "Serviço atualizado!")).toBeVisible();
  });
});

test("screen that fails to load leaves the panel usable and opens once the server is back", async ({
  page,
  server,
  watch,
}) => {
  watch.allow(/net::ERR_|dynamically imported module/);
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
  // Retried automatically every few seconds.
  await expect(heading("Newsletter")).toBeVisible({ timeout: 20_000 });

  // A screen that failed earlier is loaded again.
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

test("unknown address is a 404 inside the panel for staff, and the site's page for others", async ({
  page,
  watch,
}) => {
  watch.allow(failedCall(404));
  watch.allow(/non-existent route|nao-existe/);
  const outside = await page.goto("/admin/nao-existe");
  expect(outside?.status()).toBe(404);
  await expect(page).toHaveURL(/\/admin\/nao-existe$/);
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await signInAsStaff(page);
  const inside = await page.goto("/admin/nao-existe");
  expect(inside?.status()).toBe(404);
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole("link", { name: "Gerenciar Contatos" })).toBeVisible();
  await page.getByRole("link", { name: "Ir para o Dashboard" }).click();
  await page.waitForURL("**/admin/dashboard");
});
