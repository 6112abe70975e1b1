/** Administrators see who did what, and other staff don't. */
import { readFileSync } from "node:fs";
import { openPage, signInAsStaff, unique } from "./support/screens.ts";
import { Server } from "./support/server.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { failedCall } from "./support/watch.ts";

test("a change to a contact can be found, read and followed to the contact", async ({ page, api }) => {
  const name = unique("Joana");
  const contact = await api.createContact({ name });
  await api.updateContact(contact.id, { status: "archived" });
  await signInAsStaff(page);
  await page
    .getByRole("navigation", { name: "Administração" })
    .getByRole("link", { name: "Registro de Auditoria" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Registro de Auditoria" })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("searchbox", { name: "Buscar no registro" }).fill(name.toUpperCase());
  await expect(page.getByRole("status").filter({ hasText: "1 evento" })).toBeVisible();
  await page.getByRole("link", { name: `alterou o contato ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `alterou o contato ${name}` });
  await expect(dialog.getByRole("row", { name: "Status Novo Arquivado" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("link", { name: `alterou o contato ${name}` })).toBeFocused();

  await page.keyboard.press("Enter");
  await dialog.getByRole("link", { name: `Abrir ${name}` }).click();
  await expect(page.getByRole("dialog", { name })).toBeVisible();
});

test("the address keeps the filters, and they can be cleared", async ({ page, api }) => {
  await api.createPost({ title: unique("Post auditado"), slug: unique("auditado").replace(" ", "-") });
  await signInAsStaff(page);
  await page.goto("/admin/audit?group=post&search=auditado");
  await expect(page.getByRole("combobox", { name: "Filtrar por assunto" })).toHaveValue("post");
  await expect(page.getByRole("row", { name: /criou o post Post auditado/ }).first()).toBeVisible();
  await page.getByRole("combobox", { name: "Filtrar por assunto" }).selectOption("service");
  await expect(page.getByRole("heading", { name: "Nenhum evento encontrado" })).toBeVisible();
  await expect(page).toHaveURL(/group=service/);
  await expectAccessible(page);
  await page.getByRole("main").getByRole("button", { name: "Limpar filtros" }).first().click();
  await expect(page).toHaveURL(/\/admin\/audit$/);
  await page.getByLabel("De", { exact: true }).fill("2099-01-01");
  await expect(page.getByRole("heading", { name: "Nenhum evento encontrado" })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("De", { exact: true })).toHaveValue("2099-01-01");
});

test("a failed sign-in stands out, and leads to all that concerns the person", async ({ page, server }) => {
  const server_api = `${server.url}/api/auth/login`;
  const email = "ana.admin@exemplo.com.br";
  const body = JSON.stringify({ email, password: "errada" });
  await fetch(server_api, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  await signInAsStaff(page);
  await page.goto("/admin/audit?group=account");
  await page
    .getByRole("link", { name: `tentou entrar, sem sucesso, como ${email}` })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("link", { name: "Tudo deste registro" }).click();
  await expect(page.getByRole("button", { name: "Remover filtro: Um só registro" })).toBeVisible();
  await page.getByRole("link", { name: `criou a conta de ${email}` }).click();
  await expect(page.getByRole("dialog")).toContainText("Sistema");
});

test("pages lead to older events and back", async ({ page, api }) => {
  const { id } = await api.createContact({ name: unique("Paginada") });
  for (let number = 0; number < 30; number++) {
    await api.updateContact(id, { status: "read" });
    await api.updateContact(id, { status: "new" });
  }
  await signInAsStaff(page);
  await page.goto(`/admin/audit?subject_kind=contact&subject_id=${id}`);
  await page.getByRole("link", { name: "Próximos" }).click();
  await expect(page.getByText("51–60 de 60")).toBeVisible();
  await page.getByRole("link", { name: "Anteriores" }).click();
  await expect(page.getByText("1–50 de 60")).toBeVisible();
});

test("what is listed can be taken along as a file", async ({ page }) => {
  await signInAsStaff(page);
  await page.goto("/admin/audit?group=audit");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exportar CSV" }).click();
  const text = readFileSync(await (await downloading).path(), "utf8");
  expect(text).toContain("Número;Quando;Quem;O que fez;Registro");
  expect(text).toContain("abriu este registro");
});

test("a visitor's attempt at the panel's data is in the log; visitors see no log", async ({
  page,
  watch,
  api,
}) => {
  watch.allow(failedCall(403));
  const email = `${unique("visita").replace(" ", "-")}@exemplo.com.br`;
  await openPage(page, "/auth");
  const registered = await page.request.post("/api/auth/register", {
    data: { email, password: "senha-de-visita", full_name: "Visita" },
  });
  const { token } = (await registered.json()) as { token: string };
  const headers = { Authorization: `Bearer ${token}` };
  expect((await page.request.get("/api/audit", { headers })).status()).toBe(403);
  const events = await page.request.get(`/api/audit?person=${email}`, {
    headers: { Authorization: `Bearer ${api.token}` },
  });
  const [denied, registration] = (await events.json()) as { action: string; label: string }[];
  expect(denied).toMatchObject({ action: "account.access_denied", label: "GET /api/audit" });
  expect(registration).toMatchObject({ action: "account.registered" });
});

test("the command line finds what was changed behind the program's back", async () => {
  const server = await Server.start();
  try {
    expect(server.command(["audit", "verify"])).toContain("none changed, missing or moved");
  } finally {
    await server.stop();
  }
});
