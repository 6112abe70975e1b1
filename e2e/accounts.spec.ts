/** Sign-up, sign-in, sign-out and access to the panel. */
import type { Page } from "@playwright/test";
import { fillSignUp, newPerson, openUserMenu, signIn, signUp, storedSession } from "./support/accounts.ts";
import {
  holdRequests,
  openPage,
  openPanel,
  signInAsStaff,
  toast,
  waitUntilStarted,
} from "./support/screens.ts";
import { ADMIN } from "./support/server.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { ENDED_SESSION, FAILED_SIGN_IN, FAILED_SIGN_UP, failedCall } from "./support/watch.ts";

/** Console message about a call of the dashboard that the server receives after the sign-out. */
const LATE_CALL = failedCall(401, "/api/");

test.describe("sign-in page", () => {
  test("registers a visitor and shows the user menu in the header", async ({ page }) => {
    const person = newPerson();
    await signUp(page, person);
    await expect(toast(page, "Conta criada com sucesso!")).toBeVisible();
    await expect(page.getByRole("banner").getByRole("link", { name: "Entrar" })).toBeHidden();
    await openUserMenu(page);
    const header = page.getByRole("banner");
    await expect(header.getByRole("button", { name: "Sair" })).toBeVisible();
    await expect(header.getByRole("link", { name: "Painel Admin" })).toBeHidden();
  });

  test("signs a visitor in again after sign-out", async ({ page }) => {
    const person = newPerson();
    await signUp(page, person);
    await signOut(page);
    await expect(page.getByRole("banner").getByRole("link", { name: "Entrar" })).toBeVisible();
    expect(await storedSession(page)).toEqual([null, null]);

    await openPage(page, "/auth");
    await signIn(page, person);
    await page.waitForURL((url) => url.pathname === "/");
    await expect(toast(page, "Login realizado com sucesso!")).toContainText("Bem-vindo de volta!");
  });

  test("shows two accessible tabs that work by keyboard", async ({ page }) => {
    await openPage(page, "/auth");
    const signInTab = page.getByRole("tab", { name: "Entrar" });
    const signUpTab = page.getByRole("tab", { name: "Criar Conta" });
    await expect(signInTab).toHaveAttribute("aria-selected", "true");
    await signInTab.focus();
    await page.keyboard.press("ArrowRight");
    await expect(signUpTab).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("textbox", { name: "Nome completo" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Voltar ao site" }).click();
    await page.waitForURL((url) => url.pathname === "/");
  });

  test("shows the same message for a wrong password and an unknown email", async ({ page, watch }) => {
    watch.allow(failedCall(401));
    watch.allow(FAILED_SIGN_IN);
    await openPage(page, "/auth");
    const messages: string[] = [];
    for (const email of [ADMIN.email, "ninguem@exemplo.com.br"]) {
      await signIn(page, { email, password: "errada" });
      const notice = toast(page, "Erro no login").first();
      await expect(notice).toBeVisible();
      messages.push(await notice.innerText());
      await page.reload();
      await waitUntilStarted(page);
    }
    expect(messages[1]).toBe(messages[0]);
    expect(await storedSession(page)).toEqual([null, null]);
  });

  test("refuses a short password and the email of another account", async ({ page, watch }) => {
    watch.allow(failedCall(409));
    watch.allow(FAILED_SIGN_UP);
    await openPage(page, "/auth");
    await page.getByRole("tab", { name: "Criar Conta" }).click();
    await fillSignUp(page, { ...newPerson(), password: "12345" });
    await page.getByRole("button", { name: "Criar Conta" }).click();
    await expect(page.getByRole("textbox", { name: "Senha" })).toHaveAttribute("aria-invalid", "true");

    await fillSignUp(page, { ...newPerson(), email: ADMIN.email });
    await page.getByRole("button", { name: "Criar Conta" }).click();
    await expect(toast(page, "Erro ao criar conta")).toBeVisible();
  });

  test("redirects to no other host after sign-in", async ({ page }) => {
    await openPage(page, "/auth?next=//outro.example/admin");
    await signIn(page, ADMIN);
    await page.waitForURL((url) => url.pathname === "/");
  });

  test("redirects signed-in users to the home page", async ({ page }) => {
    await signUp(page, newPerson());
    await page.goto("/auth");
    await page.waitForURL((url) => url.pathname === "/");
  });
});

test("sign-in form is busy while it sends", async ({ page, watch }) => {
  watch.allow(failedCall(401));
  watch.allow(FAILED_SIGN_IN);
  const answer = await holdRequests(page, "**/api/auth/login");
  await openPage(page, "/auth");
  await signIn(page, { email: ADMIN.email, password: "errada" });
  await expect(page.getByRole("button", { name: "Entrando..." })).toBeVisible();
  answer();
  await expect(page.getByRole("main").getByRole("button", { name: "Entrar" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "E-mail" })).toHaveValue(ADMIN.email);
});

test("header shows the user menu before script files are loaded", async ({ page, context }) => {
  const header = page.getByRole("banner");
  const signInLink = header.getByRole("link", { name: "Entrar" });
  const menu = header.locator("summary", { hasText: "Menu do usuário" });
  await openPage(page, "/sobre");
  // Requests for script files are not answered until `unrouteAll`.
  await context.route("**/*.js", () => new Promise(() => undefined));
  await page.goto("/sobre", { waitUntil: "commit" });
  await expect(signInLink).toBeVisible();
  await expect(menu).toBeHidden();
  await context.unrouteAll({ behavior: "ignoreErrors" });

  await signUp(page);
  await context.route("**/*.js", () => new Promise(() => undefined));
  await page.goto("/sobre", { waitUntil: "commit" });
  await expect(menu).toBeVisible();
  await expect(signInLink).toBeHidden();
  const isStarted = await page.evaluate(() => "early" in window && window.early === undefined);
  expect(isStarted, "no script file has run yet").toBe(false);
  await openUserMenu(page);
  await expect(header.getByRole("link", { name: "Minha Conta" })).toBeVisible();
  await expect(header.getByRole("link", { name: "Painel Admin" })).toBeHidden();
  await context.unrouteAll({ behavior: "ignoreErrors" });
});

test.describe("panel", () => {
  test("redirects signed-out users to /auth and back after sign-in", async ({ page }) => {
    await openPage(page, "/");
    await page.goto("/admin/contacts");
    await page.waitForURL(/\/auth/);
    // The panel left no history entry that would lead to /auth again.
    await page.goBack();
    await page.waitForURL((url) => url.pathname === "/");
    await page.goForward();
    await waitUntilStarted(page);
    await signIn(page, ADMIN);
    await page.waitForURL("**/admin/contacts");
  });

  test("shows only a spinner until the session is verified", async ({ page }) => {
    await signInAsStaff(page);
    const answer = await holdRequests(page, "**/api/auth/me");
    await page.goto("/admin/contacts");
    await expect(page.getByRole("status").filter({ hasText: "Verificando acesso…" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Menu Principal" })).toHaveCount(0);
    answer();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gerenciar Contatos");
    await expect(page.getByText("Verificando acesso…")).toHaveCount(0);
  });

  test("has its own sign-in page, and a button to sign out", async ({ page, watch }) => {
    watch.allow(LATE_CALL);
    await page.goto("/admin/login");
    await expect(page.getByRole("button", { name: "Entrar" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "E-mail" }).fill(ADMIN.email);
    await page.getByRole("textbox", { name: "Senha" }).fill(ADMIN.password);
    await page.getByRole("button", { name: "Entrar", exact: true }).click();
    await page.waitForURL("**/admin/dashboard");
    await expect(toast(page, "Redirecionando para o painel...")).toBeVisible();
    await page.goto("/");
    await waitUntilStarted(page);
    await openUserMenu(page);
    await page.getByRole("banner").getByRole("link", { name: "Painel Admin" }).click();
    await page.waitForURL("**/admin/dashboard");
    await page.getByRole("button", { name: "Sair do Sistema" }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/admin/dashboard"));
    expect(await storedSession(page)).toEqual([null, null]);
  });

  test("lists its screens in order and marks the current one", async ({ page }) => {
    await signInAsStaff(page);
    await openPanel(page);
    const links = page.getByRole("navigation", { name: "Menu Principal" }).getByRole("link");
    await expect(links).toHaveText([
      "Dashboard",
      /^Gerenciar Contatos/,
      "Configurações de Contato",
      "Gerenciar Serviços",
      "Blog e Artigos",
      "Configurações Gerais",
      "Menu e Rodapé",
      "Gerenciar Usuários",
      "Páginas",
      "Mídia",
      "Newsletter",
      "Visitas",
      "Modelos de Resposta",
      "Meus Avisos",
      "Resultados",
      "Redirecionamentos",
    ]);
    await expect(links.first()).toHaveAttribute("aria-current", "page");
    for (const link of await links.all()) {
      await link.click();
      await expect(link).toHaveAttribute("aria-current", "page");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
    await expect(page.getByRole("link", { name: "Voltar ao Site" })).toHaveAttribute("href", "/");
    await expect(page.getByText(/- Painel Admin$/).first()).toBeVisible();
  });
});

test.describe("session", () => {
  test("is refused if the token is used without the cookie", async ({ page, anotherContext, watch }) => {
    watch.allow(failedCall(401));
    watch.allow(ENDED_SESSION);
    await signInAsStaff(page);
    const stored = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
    const thief = await (await anotherContext()).newPage();
    await thief.goto("/");
    await thief.evaluate(
      (entries) => Object.entries(entries).forEach(([key, value]) => localStorage.setItem(key, value)),
      stored,
    );
    const status = await thief.evaluate(async () => {
      const headers = { Authorization: `Bearer ${localStorage.getItem("auth_token") ?? ""}` };
      return (await fetch("/api/auth/me", { headers })).status;
    });
    expect(status).toBe(401);
    await thief.goto("/admin/contacts");
    await thief.waitForURL(/\/auth/);
    expect(await storedSession(thief)).toEqual([null, null]);
  });

  test("ends on the server at sign-out", async ({ page, request, context, watch }) => {
    watch.allow(LATE_CALL);
    await signInAsStaff(page);
    await openPanel(page);
    const token = (await storedSession(page))[0] ?? "";
    const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    const callApi = () =>
      request.get("/api/auth/me", { headers: { Authorization: `Bearer ${token}`, Cookie: cookies } });
    expect((await callApi()).status()).toBe(200);
    await page.getByRole("button", { name: "Sair do Sistema" }).click();
    await expect.poll(async () => (await callApi()).status()).toBe(401);
  });

  test("has a cookie that scripts can't read", async ({ page, context }) => {
    await signInAsStaff(page);
    const cookies = await context.cookies();
    expect(cookies.map(({ name }) => name).sort()).toEqual(["__Host-device", "__Host-sid"]);
    for (const cookie of cookies)
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/" });
    expect(await page.evaluate(() => document.cookie)).toBe("");
  });
});

async function signOut(page: Page): Promise<void> {
  await openUserMenu(page);
  await page.getByRole("banner").getByRole("button", { name: "Sair" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Entrar" })).toBeVisible();
}
