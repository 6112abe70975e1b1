/** Visitors' own accounts: recovery, profile, sessions, export and deletion. */
import type { Page } from "@playwright/test";
import type { Api } from "./support/api.ts";
import { newPerson, openUserMenu, signIn, signUp } from "./support/accounts.ts";
import {
  ContactForm,
  openPage,
  openPanel,
  signInAsStaff,
  toast,
  unique,
  waitUntilStarted,
  withoutJavaScript,
} from "./support/screens.ts";
import { ADMIN } from "./support/server.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { ENDED_SESSION, FAILED_SIGN_IN, failedCall } from "./support/watch.ts";

const NEW_PASSWORD = "três gatos no telhado";

async function openAccount(page: Page): Promise<void> {
  await openPage(page, "/conta");
  await expect(page.getByRole("heading", { name: "Meus pedidos" })).toBeVisible();
}

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Waits for a message of a kind to `email`, and returns the path and secret of its link. */
async function mailedLink(api: Api, email: string, kind: string): Promise<string> {
  let link = "";
  await expect
    .poll(async () => (link = (await api.findMailedLink(email, kind)) ?? ""), {
      message: `${kind} for ${email}`,
    })
    .not.toBe("");
  const url = new URL(link);
  return url.pathname + url.hash;
}

test("forgotten password is replaced with a single-use link", async ({
  page,
  api,
  watch,
  anotherContext,
}) => {
  watch.allow(failedCall(401));
  watch.allow(failedCall(403));
  watch.allow(ENDED_SESSION);
  const { email } = await signUp(page);
  const other = await (await anotherContext()).newPage();
  await openPage(other, "/auth");
  await other.getByRole("link", { name: "Esqueci minha senha" }).click();
  await other.waitForURL("**/auth/esqueci-senha");
  await waitUntilStarted(other);
  await other.getByRole("button", { name: "Pedir link" }).click();
  await expect(other.getByRole("textbox", { name: "E-mail" })).toBeFocused();
  await expect(other.getByText("Informe o seu e-mail.")).toBeVisible();
  await other.getByRole("textbox", { name: "E-mail" }).fill(email);
  await other.keyboard.press("Enter");
  await expect(other.getByRole("heading", { name: "Pedido registrado" })).toBeFocused();

  const path = await mailedLink(api, email, "password_reset");
  await openPage(other, path);
  const field = other.getByRole("textbox", { name: "Nova senha" });
  await expect(field).toHaveAttribute("autocomplete", "new-password");
  await field.fill(NEW_PASSWORD);
  await other.keyboard.press("Enter");
  await expect(other.getByRole("heading", { name: "Senha alterada" })).toBeFocused();
  expect(new URL(other.url()).hash, "the secret is removed from the address").toBe("");
  await other.getByRole("main").getByRole("link", { name: "Entrar", exact: true }).click();
  await waitUntilStarted(other);
  await signIn(other, { email, password: NEW_PASSWORD });
  await other.waitForURL((url) => url.pathname === "/");

  await page.goto("/conta");
  await page.waitForURL(/\/auth\?next=%2Fconta/);
  await openPage(page, path);
  await page.getByRole("textbox", { name: "Nova senha" }).fill("outra senha qualquer");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Este link não vale mais" })).toBeFocused();
  await expectAccessible(page);
  await expect(page.getByRole("link", { name: "Pedir um novo link" })).toHaveAttribute(
    "href",
    "/auth/esqueci-senha",
  );
});

test("email is confirmed by a click on the linked page", async ({ page, api }) => {
  const { email } = await signUp(page);
  await openAccount(page);
  await expect(
    section(page, "Perfil").getByText("O seu e-mail será confirmado mais tarde: o pedido está registrado."),
  ).toBeVisible();
  await openPage(page, await mailedLink(api, email, "email_verification"));
  await page.getByRole("button", { name: "Confirmar e-mail" }).click();
  await expect(page.getByRole("heading", { name: "E-mail confirmado" })).toBeFocused();
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole("link", { name: "Ir para Minha Conta" }).click();
  await expect(section(page, "Perfil").getByText("E-mail confirmado.")).toBeVisible();
});

test("mailed link without its secret is reported as invalid", async ({ page }) => {
  for (const path of ["/auth/redefinir-senha", "/auth/confirmar"]) {
    await openPage(page, path);
    await expect(page.getByRole("heading", { name: "Este link não vale mais" })).toBeVisible();
  }
});

test("account lists contacts sent while signed in, with their status", async ({ page, api }) => {
  await signUp(page);
  await openUserMenu(page);
  await page.getByRole("banner").getByRole("link", { name: "Minha Conta" }).click();
  await page.waitForURL("**/conta");
  const contacts = section(page, "Meus pedidos");
  await expect(contacts.getByRole("link", { name: "Solicitar Orçamento" })).toBeVisible();

  const name = unique("Vera Pedido");
  await openPage(page, "/contato");
  const form = new ContactForm(page);
  await form.fill(name);
  await form.submit.click();
  await expect(toast(page, "Mensagem enviada com sucesso!")).toBeVisible();
  await openAccount(page);
  const item = contacts.getByRole("listitem").filter({ hasText: "Segurança Cibernética" });
  await expect(item).toContainText("Recebido");
  await item.getByText("Ver mensagem").click();
  await expect(item.getByText("Nosso servidor caiu.")).toBeVisible();

  // The form was sent so fast that the contact may be in the spam folder.
  const [contact] = [...(await api.listContacts(name, "spam")), ...(await api.listContacts(name))];
  await api.updateContact(contact?.id ?? "", { status: "replied" });
  await openAccount(page);
  await expect(item).toContainText("Respondido");
  await expectAccessible(page);
});

test("profile and password are changed in fields that password managers recognize", async ({
  page,
  watch,
}) => {
  watch.allow(failedCall(422));
  const { email, password: secret } = await signUp(page);
  await openAccount(page);
  const profile = section(page, "Perfil");
  await profile.getByRole("textbox", { name: "Nome completo" }).fill("Vera Nova");
  await profile.getByRole("button", { name: "Salvar perfil" }).click();
  await expect(toast(page, "Perfil salvo")).toBeVisible();
  await profile.getByRole("textbox", { name: "E-mail" }).fill(`nova.${email}`);
  const confirmation = profile.getByRole("textbox", { name: "Senha atual" });
  await expect(confirmation).toHaveAttribute("autocomplete", "current-password");
  await confirmation.fill("errada");
  await profile.getByRole("button", { name: "Salvar perfil" }).click();
  await expect(profile.getByText("A senha atual não confere.")).toBeVisible();
  await confirmation.fill(secret);
  await profile.getByRole("button", { name: "Salvar perfil" }).click();
  await expect(profile.getByText(`nova.${email}`)).toBeVisible();
  await expect(profile.getByRole("textbox", { name: "E-mail" })).toHaveValue(email);

  const password = section(page, "Senha");
  await expect(password.locator("input[autocomplete=username]")).toHaveValue(email);
  await expect(password.getByRole("textbox", { name: "Nova senha" })).toHaveAttribute(
    "autocomplete",
    "new-password",
  );
  await password.getByRole("textbox", { name: "Senha atual" }).fill(secret);
  await password.getByRole("textbox", { name: "Nova senha" }).fill("senha123");
  await password.getByRole("button", { name: "Trocar senha" }).click();
  await expect(password.getByText(/fácil de adivinhar/)).toBeVisible();
  await password.getByRole("textbox", { name: "Nova senha" }).fill(NEW_PASSWORD);
  await password.getByRole("button", { name: "Trocar senha" }).click();
  await expect(toast(page, "Senha alterada")).toBeVisible();
  await expect(password.getByRole("textbox", { name: "Nova senha" })).toHaveValue("");
  await expectAccessible(page);
});

test("session is ended from another browser", async ({ page, anotherContext, watch }) => {
  watch.allow(failedCall(401));
  watch.allow(ENDED_SESSION);
  const { email, password } = await signUp(page);
  const others = [];
  for (let number = 0; number < 2; number++) {
    const other = await (await anotherContext()).newPage();
    await openPage(other, "/auth");
    await signIn(other, { email, password });
    await other.waitForURL((url) => url.pathname === "/");
    others.push(other);
  }
  await openAccount(page);
  const sessions = section(page, "Sessões");
  await expect(sessions.getByRole("listitem")).toHaveCount(3);
  await expect(sessions.getByRole("listitem").filter({ hasText: "Esta sessão" })).toHaveCount(1);
  await expect(sessions.getByText("Chrome no Linux").first()).toBeVisible();
  await sessions.getByRole("button", { name: "Encerrar Chrome no Linux" }).first().press("Enter");
  await expect(toast(page, "Sessão encerrada")).toBeVisible();
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  const reached = await Promise.all(
    others.map(async (other) => {
      await other.goto("/conta");
      const isSignedOut = other.waitForURL(/\/auth\?next=/).then(() => "signed out");
      const isSignedIn = other
        .getByRole("heading", { name: "Meus pedidos" })
        .waitFor()
        .then(() => "signed in");
      return Promise.race([isSignedOut, isSignedIn]);
    }),
  );
  expect(reached.sort()).toEqual(["signed in", "signed out"]);
});

test("sign-out closes the account page in every tab", async ({ page, context }) => {
  await signUp(page);
  await openAccount(page);
  const otherTab = await context.newPage();
  await openAccount(otherTab);
  await openUserMenu(page);
  await page.getByRole("banner").getByRole("button", { name: "Sair" }).click();
  for (const tab of [page, otherTab]) await tab.waitForURL((url) => url.pathname === "/");
});

test("own data is exported, and the account is deleted after the password is entered", async ({
  page,
  watch,
}) => {
  watch.allow(failedCall(401));
  watch.allow(failedCall(422));
  watch.allow(FAILED_SIGN_IN);
  const { email, password } = await signUp(page);
  await openAccount(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Baixar meus dados" }).click();
  expect((await download).suggestedFilename()).toBe("meus-dados.json");
  const deletion = section(page, "Excluir a conta");
  await deletion.getByRole("button", { name: "Quero excluir a minha conta" }).click();
  const field = deletion.getByRole("textbox", { name: "Sua senha" });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill("errada");
  await page.keyboard.press("Enter");
  await expect(deletion.getByText("A senha atual não confere.")).toBeVisible();
  await field.fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
  await expect(toast(page, "Conta excluída")).toBeVisible();
  await openPage(page, "/auth");
  await signIn(page, { email, password });
  await expect(toast(page, "Erro no login")).toBeVisible();
});

test("signed-out user signs in and returns to the account page", async ({ page }) => {
  await page.goto("/conta");
  await page.waitForURL(/\/auth\?next=%2Fconta/);
  await waitUntilStarted(page);
  await signIn(page, ADMIN);
  await page.waitForURL("**/conta");
  await expect(section(page, "Excluir a conta")).toContainText("Contas da equipe");
});

test("account page shows that it needs JavaScript", async ({ browser, server }) => {
  await withoutJavaScript(browser, server.url, async (page) => {
    await page.goto("/conta");
    await expect(page.getByRole("heading", { name: "Minha Conta" })).toBeVisible();
    await expect(page.getByText(/JavaScript/)).toBeVisible();
  });
});

test("staff edit their profile in the panel and see their sessions", async ({ page, api }) => {
  const editor = newPerson("Edi");
  await api.createUser({ ...editor, role: "editor" });
  await signInAsStaff(page, editor);
  await openPanel(page);
  const sidebar = page.getByRole("complementary");
  await sidebar.getByRole("link", { name: `${editor.name} Editor` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Minha Conta");
  await expect(page.getByRole("list", { name: "Sessões" })).toContainText("Esta sessão");
  await expectAccessible(page);
  const profile = section(page, "Perfil");
  await profile.getByRole("textbox", { name: "Nome completo" }).fill("Edite Nova");
  await profile.getByRole("button", { name: "Salvar perfil" }).click();
  await expect(toast(page, "Perfil salvo")).toBeVisible();
  await expect(sidebar).toContainText("Edite Nova");
  const password = profile.getByLabel("Senha atual", { exact: true });
  await expect(password).toBeHidden();
  await profile.getByRole("textbox", { name: "E-mail" }).fill(`novo.${editor.email}`);
  await expect(password).toBeVisible();
});
