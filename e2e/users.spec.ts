/** The users manager: accounts, invitations, and access by role. */
import type { Page } from "@playwright/test";
import { newPerson, type Person, signIn } from "./support/accounts.ts";
import { openPage, openPanel, signInAsStaff, toast, waitUntilStarted } from "./support/screens.ts";
import { ADMIN } from "./support/server.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { ENDED_SESSION, failedCall } from "./support/watch.ts";

const row = (page: Page, { email }: Person) => page.getByRole("row").filter({ hasText: email });

async function fillAccount(page: Page, person: Person, role: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Nome completo" }).fill(person.name);
  await dialog.getByRole("textbox", { name: "E-mail" }).fill(person.email);
  await dialog.getByLabel("Senha", { exact: true }).fill(person.password);
  await dialog.getByRole("combobox", { name: "Perfil" }).selectOption(role);
}

async function createAccount(page: Page, person: Person, role: string): Promise<void> {
  await page.goto("/admin/users/novo");
  await fillAccount(page, person, role);
  await page.getByRole("button", { name: "Criar usuário" }).click();
  await expect(toast(page, "Usuário criado com sucesso!")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test.describe("users manager", () => {
  test.beforeEach(async ({ page }) => signInAsStaff(page));

  test("creates, finds, changes and deletes a user", async ({ page }) => {
    const person = newPerson("João Conceição");
    await openPanel(page);
    await page.getByRole("link", { name: "Gerenciar Usuários" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gerenciamento de Usuários");
    await expectAccessible(page);
    await page.getByRole("link", { name: "Novo Usuário" }).click();
    const dialog = page.getByRole("dialog", { name: "Novo Usuário" });
    await expect(dialog.getByRole("combobox", { name: "Perfil" })).toHaveValue("user");
    await expect(dialog.getByRole("checkbox", { name: "E-mail verificado" })).not.toBeChecked();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Criar usuário" }).click();
    await expect(dialog.getByRole("textbox", { name: "Nome completo" })).toBeFocused();
    await expect(dialog.getByLabel("Senha", { exact: true })).toHaveAttribute("aria-invalid", "true");
    await fillAccount(page, person, "Editor");
    await dialog.getByRole("button", { name: "Criar usuário" }).click();
    await expect(toast(page, "Usuário criado com sucesso!")).toBeVisible();

    await page.getByRole("searchbox").fill(person.name.replace("João Conceição", "joao CONCEICAO"));
    await expect(page.getByText("1 usuário encontrado")).toBeVisible();
    await expect(row(page, person)).toContainText("Editor");
    await expect(row(page, person)).toContainText("Não verificado");

    await row(page, person)
      .getByRole("link", { name: `Editar ${person.name}` })
      .click();
    await page.getByRole("checkbox", { name: "E-mail verificado" }).check();
    await page.getByRole("combobox", { name: "Perfil" }).selectOption("Administrador");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Salvar" }).click();
    await expect(toast(page, "Usuário atualizado com sucesso!")).toBeVisible();
    await expect(row(page, person)).toContainText("Administrador");
    await expect(row(page, person)).toContainText("Verificado");

    await row(page, person)
      .getByRole("button", { name: `Excluir ${person.name}` })
      .click();
    const question = page.getByRole("dialog", { name: "Tem certeza que deseja excluir este usuário?" });
    await question.getByRole("button", { name: "Cancelar" }).click();
    await expect(row(page, person)).toHaveCount(1);
    await row(page, person)
      .getByRole("button", { name: `Excluir ${person.name}` })
      .click();
    const saved = page.waitForEvent("download");
    await question.getByRole("button", { name: "Excluir" }).click();
    await expect(toast(page, "Usuário excluído com sucesso!")).toBeVisible();
    expect((await saved).suggestedFilename()).toMatch(/^certificado-de-exclusao-.*\.json$/);
    const certificate = page.getByRole("dialog", { name: "Conta excluída" });
    await expect(certificate.getByRole("listitem").first()).toHaveText("Conta: 1");
    await certificate.getByRole("button", { name: "Concluir" }).click();
    await expect(page.getByRole("heading", { name: "Nenhum usuário encontrado" })).toBeVisible();
    await expect(page.getByText("Tente ajustar os filtros de busca.")).toBeVisible();
  });

  test("asks before discarding unsaved input", async ({ page, api }) => {
    const person = newPerson("Rascunho");
    await api.createUser({ ...person, role: "user" });
    await page.goto(`/admin/users?search=${encodeURIComponent(person.email)}`);
    await row(page, person)
      .getByRole("link", { name: `Editar ${person.name}` })
      .click();
    const dialog = page.getByRole("dialog", { name: "Editar Usuário" });
    await dialog.getByRole("textbox", { name: "Nome completo" }).fill("Digitado");
    const question = page.getByRole("dialog", { name: "Sair sem salvar?" });
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Continuar editando" }).click();
    await expect(dialog.getByRole("textbox", { name: "Nome completo" })).toHaveValue("Digitado");
    await dialog.getByRole("button", { name: "Cancelar" }).click();
    await question.getByRole("button", { name: "Sair sem salvar" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("sets a verified email to unverified", async ({ page, api }) => {
    const person = newPerson("Conferida");
    await api.createUser({ ...person, role: "user" });
    await page.goto(`/admin/users?search=${encodeURIComponent(person.email)}`);
    await expect(row(page, person)).toContainText("Verificado");
    await row(page, person)
      .getByRole("link", { name: `Editar ${person.name}` })
      .click();
    const dialog = page.getByRole("dialog", { name: "Editar Usuário" });
    await dialog.getByRole("checkbox", { name: "E-mail verificado" }).uncheck();
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(toast(page, "Usuário atualizado com sucesso!")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(row(page, person)).toContainText("Não verificado");
  });

  test("marks a changed email as unverified", async ({ page, api }) => {
    const person = newPerson("Mudança");
    await api.createUser({ ...person, role: "user" });
    const { id } = await api.findUser(person.email);
    await page.goto(`/admin/users/${id}`);
    const dialog = page.getByRole("dialog");
    const email = dialog.getByRole("textbox", { name: "E-mail" });
    const verified = dialog.getByRole("checkbox", { name: "E-mail verificado" });
    await expect(verified).toBeChecked();
    await email.fill(`novo.${person.email}`);
    await expect(verified).not.toBeChecked();
    await expect(verified).toHaveAccessibleDescription(/ainda não foi confirmado/);
    await expectAccessible(page);
    await email.fill(person.email);
    await expect(verified).toBeChecked();
    await expect(verified).toHaveAccessibleDescription("");

    await email.fill(`novo.${person.email}`);
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(toast(page, "Usuário atualizado com sucesso!")).toBeVisible();
    const changed = { ...person, email: `novo.${person.email}` };
    await page.getByRole("searchbox").fill(changed.email);
    await expect(row(page, changed)).toContainText("Não verificado");
  });

  test("gives a self-registered account a staff role only with a verified email", async ({
    page,
    api,
    watch,
  }) => {
    watch.allow(failedCall(409));
    const person = newPerson("Autônoma");
    await api.register(person);
    const { id } = await api.findUser(person.email);
    await page.goto(`/admin/users/${id}`);
    const dialog = page.getByRole("dialog");
    const verified = dialog.getByRole("checkbox", { name: "E-mail verificado" });
    await expect(verified).toHaveAccessibleDescription("");
    await dialog.getByRole("combobox", { name: "Perfil" }).selectOption("Editor");
    await expect(verified).toHaveAccessibleDescription(/só entra na equipe com o e-mail verificado/);
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(verified).toBeFocused();
    await expect(verified).toHaveAttribute("aria-invalid", "true");
    await expect(verified).toHaveAccessibleDescription(/criou a conta sozinha/);
    await expectAccessible(page);
    await verified.check();
    await expect(verified).not.toHaveAttribute("aria-invalid");
    await dialog.getByRole("button", { name: "Salvar" }).click();
    await expect(toast(page, "Usuário atualizado com sucesso!")).toBeVisible();
    await page.getByRole("searchbox").fill(person.email);
    await expect(row(page, person)).toContainText("Editor");
  });

  test("explains why a change is disabled or refused", async ({ page, api, watch }) => {
    watch.allow(failedCall(409));
    const { id } = await api.findUser(ADMIN.email);
    await page.goto(`/admin/users/${id}`);
    const role = page.getByRole("combobox", { name: "Perfil", exact: true });
    await expect(role).toBeDisabled();
    await expect(role).toHaveAccessibleDescription(/próprio perfil/);
    await page.goto("/admin/users/novo");
    await fillAccount(page, { ...ADMIN, name: "Outra" }, "Editor");
    await page.getByRole("button", { name: "Criar usuário" }).click();
    await expect(toast(page, "Erro ao salvar usuário")).toContainText("Já existe uma conta com este e-mail.");
    await expect(page.getByRole("textbox", { name: "E-mail" })).toBeFocused();
    await expect(page.getByRole("textbox", { name: "Nome completo" })).toHaveValue("Outra");
  });

  test("signs a disabled user out at once, and enables the account again", async ({
    page,
    api,
    anotherContext,
    watch,
  }) => {
    watch.allow(failedCall(401));
    watch.allow(ENDED_SESSION);
    const person = newPerson("Desligado");
    await createAccount(page, person, "Editor");
    const other = await (await anotherContext()).newPage();
    await signInAsStaff(other, person);
    const { id } = await api.findUser(person.email);
    await page.goto(`/admin/users/${id}`);
    await expect(page.getByRole("definition").filter({ hasText: /^1$/ }), "number of sessions").toBeVisible();
    await page.getByRole("button", { name: "Desativar usuário" }).click();
    await page.getByRole("button", { name: "Desativar", exact: true }).click();
    await expect(toast(page, "Usuário desativado com sucesso!")).toBeVisible();
    await other.goto("/admin/contacts");
    await other.waitForURL(/\/auth/);
    await page.getByRole("button", { name: "Reativar usuário" }).click();
    await expect(toast(page, "Usuário reativado com sucesso!")).toBeVisible();
    await signInAsStaff(other, person);
  });

  test("invites a person, who chooses a password and is signed in", async ({
    page,
    anotherContext,
    watch,
  }) => {
    watch.allow(failedCall(403));
    const person = newPerson("Bia");
    await page.goto("/admin/users");
    await page.getByRole("link", { name: "Convidar" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Nome completo" }).fill(person.name);
    await dialog.getByRole("textbox", { name: "E-mail" }).fill(person.email);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Criar convite" }).click();
    await expect(toast(page, "Convite criado.")).toBeVisible();
    await expect(dialog).toContainText("Copie o link e envie por outro meio");
    const link = (await dialog.getByTitle(/\/auth\/convite#/).getAttribute("title")) ?? "";
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(dialog.getByRole("button", { name: "Copiar link do convite" })).toBeInViewport();

    const invited = await (await anotherContext()).newPage();
    await invited.goto(link);
    await expect(invited.getByRole("heading", { level: 1 })).toHaveText("Aceite o seu convite");
    await expectAccessible(invited);
    await expect(invited.getByRole("textbox", { name: "E-mail" })).toHaveAttribute(
      "autocomplete",
      "username",
    );
    const password = invited.getByLabel("Senha", { exact: true });
    await expect(password).toHaveAttribute("autocomplete", "new-password");
    await password.fill(person.password);
    await invited.getByRole("button", { name: "Criar conta e entrar" }).click();
    await invited.waitForURL("**/admin/dashboard");
    await expect(invited.getByRole("complementary")).toContainText(person.name);

    const late = await (await anotherContext()).newPage();
    await late.goto(link);
    await expect(late.getByRole("heading", { level: 1 })).toHaveText("Este convite não vale mais");
    await expect(late.getByRole("link", { name: "Pedir um novo link" })).toHaveAttribute(
      "href",
      "/auth/esqueci-senha",
    );
    await expectAccessible(late);
  });
});

interface StaffRole {
  title: string;
  role: string;
  label: string;
  /** The screens of the menu. */
  menu: readonly string[];
  /** The path of a screen that the role may not open, and of the call for its data. */
  forbidden: readonly [screen: string, call: string];
}

const CONTENT = ["Gerenciar Serviços", "Blog e Artigos", "Menu e Rodapé", "Páginas", "Mídia", "Newsletter"];
const STAFF_ROLES: readonly StaffRole[] = [
  {
    title: "editor opens the screens of the menu and no others",
    role: "editor",
    label: "Editor",
    menu: [
      "Dashboard",
      "Gerenciar Contatos",
      ...CONTENT,
      "Visitas",
      "Modelos de Resposta",
      "Meus Avisos",
      "Resultados",
      "Redirecionamentos",
    ],
    forbidden: ["/admin/users", "/api/auth/users"],
  },
  {
    title: "support opens the screens of the menu and no others",
    role: "support",
    label: "Atendimento",
    menu: ["Dashboard", "Gerenciar Contatos", "Visitas", "Modelos de Resposta", "Meus Avisos", "Resultados"],
    forbidden: ["/admin/newsletter", "/api/newsletter"],
  },
  {
    title: "writer opens the screens of the menu and no others",
    role: "writer",
    label: "Redação",
    menu: ["Dashboard", ...CONTENT, "Visitas", "Redirecionamentos"],
    forbidden: ["/admin/contacts", "/api/contacts"],
  },
];

for (const { title, role, label, menu, forbidden } of STAFF_ROLES) {
  // A call that the server refuses would fail the test.
  test(title, async ({ page, api }) => {
    const person = newPerson("Perfil");
    await api.createUser({ ...person, role });
    await signInAsStaff(page, person);
    await openPanel(page);
    await expect(page.getByRole("complementary")).toContainText(person.name);
    await expect(page.getByRole("complementary")).toContainText(label);
    const links = page.getByRole("navigation", { name: "Menu Principal" }).getByRole("link");
    await expect(links).toHaveText(menu);
    await expect(page.getByRole("main").getByRole("region", { name: "Visitas na semana" })).toBeVisible();
    await expectAccessible(page);
    for (const name of menu) {
      await links.filter({ hasText: name }).click();
      await expect(links.filter({ hasText: name })).toHaveAttribute("aria-current", "page");
      await page.waitForLoadState("networkidle");
    }
    const [screen, call] = forbidden;
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(screen);
    await expect(page.getByRole("heading", { level: 2 }).filter({ hasText: "403" })).toBeVisible();
    await expectAccessible(page);
    expect(requests.filter((url) => url.includes(call))).toEqual([]);
  });
}

test("users without a staff role see a 403 screen instead of the panel", async ({ page, api }) => {
  const person = newPerson("Visitante");
  await api.createUser({ ...person, role: "user" });
  await openPage(page, "/auth");
  await signIn(page, person);
  await page.waitForURL((url) => url.pathname === "/");
  await waitUntilStarted(page);
  await page.goto("/admin/users");
  await expect(page.getByText("403")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Menu Principal" })).toHaveCount(0);
  await expectAccessible(page);
});
