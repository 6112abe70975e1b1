/** Forms with passwords: autocomplete, keyboard and minimum length. */
import type { Locator, Page } from "@playwright/test";
import { newPerson, openUserMenu, signIn, signUp } from "./support/accounts.ts";
import { Api } from "./support/api.ts";
import { openPage, signInAsStaff, toast } from "./support/screens.ts";
import { ADMIN, onServer, Server } from "./support/server.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

/** Returns type and autocomplete of each field of a form, such as `email username`. */
const purposes = (form: Locator) =>
  form
    .locator("input:not([type=checkbox])")
    .evaluateAll((fields) =>
      fields.map((field) => [(field as HTMLInputElement).type, field.getAttribute("autocomplete")].join(" ")),
    );

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`40 Tab presses do not reach ${String(target)}`);
}

test("password forms declare each field's purpose to password managers", async ({ page, browser }) => {
  await openPage(page, "/auth");
  const form = (name: string) => page.getByRole("form", { name });
  expect(await purposes(form("Entrar"))).toEqual(["email username webauthn", "password current-password"]);
  await page.getByRole("tab", { name: "Criar Conta" }).click();
  expect(await purposes(form("Criar Conta"))).toEqual(["text name", "email email", "password new-password"]);
  await page.goto("/admin/login");
  await expect(page.getByRole("button", { name: "Entrar", exact: true })).toBeVisible();
  expect(await purposes(page.locator("form"))).toEqual([
    "email username webauthn",
    "password current-password",
  ]);

  await onServer(browser, Server.startWithoutAdmin(), async (setup, server) => {
    await setup.goto(server.setupLink);
    await setup.getByRole("button", { name: "Pular para a conta" }).click();
    await expect(setup.getByRole("button", { name: /Criar/ })).toBeVisible();
    expect(await purposes(setup.locator("form"))).toEqual([
      "text name",
      "email username",
      "password new-password",
    ]);
  });
});

test("visitor registers and signs in by keyboard", async ({ page }) => {
  const person = newPerson("Tecla");
  const field = (name: string) => page.getByRole("main").getByRole("textbox", { name });
  await openPage(page, "/auth");
  await tabTo(page, page.getByRole("tab", { name: "Entrar" }));
  await page.keyboard.press("ArrowRight");
  await tabTo(page, field("Nome completo"));
  await page.keyboard.type(person.name);
  await page.keyboard.press("Tab");
  await page.keyboard.type(person.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(person.password);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Conta criada com sucesso!")).toBeVisible();

  await openUserMenu(page);
  await page.getByRole("banner").getByRole("button", { name: "Sair" }).press("Enter");
  await expect(page.getByRole("banner").getByRole("link", { name: "Entrar" })).toBeVisible();
  await openPage(page, "/auth");
  await tabTo(page, field("E-mail"));
  await page.keyboard.type(person.email);
  await page.keyboard.press("Tab");
  await expect(field("Senha")).toBeFocused();
  await page.keyboard.type(person.password);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Login realizado com sucesso!")).toBeVisible();
});

test("staff sign in to the panel by keyboard", async ({ page }) => {
  await page.goto("/admin/login");
  const email = page.getByRole("textbox", { name: "E-mail" });
  await expect(email).toBeVisible();
  await tabTo(page, email);
  await page.keyboard.type(ADMIN.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/admin/dashboard");
});

test("user promoted to editor can't use the panel before choosing a longer password", async ({
  page,
  api,
  watch,
}) => {
  watch.allow(failedCall(403));
  const person = await signUp(page, { ...newPerson("Promovida"), password: "jk7rwmx" });
  await api.updateUser(person.email, { role: "editor", email_verified: true });
  await signInAfterRoleChange(page, person);
  await page.goto("/admin/contacts");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Escolha uma senha mais longa");
  await expect(page.getByRole("navigation", { name: "Menu Principal" })).toHaveCount(0);
  await expectAccessible(page);
  expect(await purposes(page.locator("form"))).toEqual([
    "email username",
    "password current-password",
    "password new-password",
  ]);
  const status = await page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem("auth_token") ?? ""}` };
    return (await fetch("/api/contacts", { headers })).status;
  });
  expect(status, "the API refuses the session, too").toBe(403);

  await tabTo(page, page.getByLabel("Senha atual"));
  await page.keyboard.type(person.password);
  await tabTo(page, page.getByLabel("Nova senha"));
  await page.keyboard.type("três gatos");
  await page.keyboard.press("Enter");
  await expect(page.getByText("A senha precisa ter pelo menos 12 caracteres.")).toBeVisible();
  await page.getByLabel("Nova senha").fill("três gatos no telhado");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Senha alterada")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gerenciar Contatos");
  await page.getByRole("button", { name: "Sair do Sistema" }).click();
  await page.waitForURL(/\/auth/);
  await signInAsStaff(page, { email: person.email, password: "três gatos no telhado" });
});

test("configured minimum length of visitors' passwords is shown and checked in every form that sets a password", async ({
  browser,
}) => {
  await onServer(browser, Server.start({ VITRINE_VISITOR_PASSWORD_MIN: "8" }), async (page, server) => {
    const expectRefused = async (field: Locator, submit: string) => {
      await expect(field).toHaveAccessibleDescription(/8 caracteres/);
      await field.fill("jk7rwmx");
      await page.getByRole("button", { name: submit }).click();
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expect(field).toHaveAccessibleDescription(/pelo menos 8 caracteres/);
    };
    await openPage(page, "/auth");
    await page.getByRole("tab", { name: "Criar Conta" }).click();
    await expectRefused(page.getByRole("textbox", { name: "Senha" }), "Criar Conta");
    await openPage(page, "/auth/redefinir-senha#segredo");
    await expectRefused(page.getByRole("textbox", { name: "Nova senha" }), "Salvar nova senha");
    await signUp(page);
    await openPage(page, "/conta");
    await expectRefused(page.getByRole("textbox", { name: "Nova senha" }), "Trocar senha");

    const api = await Api.signIn(server.url);
    await page.goto(await api.invite(newPerson("Bia")));
    await expectRefused(page.getByLabel("Senha", { exact: true }), "Criar conta e entrar");
    await signInAsStaff(page);
    await page.goto("/admin/users/novo");
    await expectRefused(page.getByLabel("Senha", { exact: true }), "Criar usuário");
  });
});

/** Signs in after a change of role, which ends all sessions. */
async function signInAfterRoleChange(
  page: Page,
  account: { email: string; password: string },
): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await openPage(page, "/auth");
  await signIn(page, account);
  await page.waitForURL((url) => url.pathname !== "/auth");
}
