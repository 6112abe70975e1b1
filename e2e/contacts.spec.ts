/** A contact request comes in from the public site, and staff answer it. */
import { readFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import {
  ContactForm,
  hydrated,
  loseScript,
  openPage,
  overPlainHttp,
  signInAsStaff,
  toast,
  unique,
  withoutJavaScript,
  withoutStorage,
} from "./support/screens.ts";
import { Server } from "./support/server.ts";
import { Api } from "./support/api.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

const SENT = "Mensagem enviada com sucesso!";
/** What the browser itself writes when a call is answered with an error. */
const failedCall = (status: number) => new RegExp(`^error: Failed to load resource: .*${status}`);

test.describe("the visitor's form", () => {
  test("takes a request from the home page to the panel", async ({ page, api }) => {
    const name = unique("João");
    await page.clock.install();
    await openPage(page, "/");
    await page.getByRole("link", { name: "Solicite uma Consultoria Gratuita" }).first().click();
    await page.waitForURL(/\/contato/);
    await hydrated(page);

    const form = new ContactForm(page);
    await form.fill(name);
    await expect(form.phone).toHaveValue("(11) 98765-4321");
    await page.clock.fastForward(3000); // a person takes longer than a robot
    await form.submit.click();
    await expect(toast(page, SENT)).toContainText("Nossa equipe entrará em contato em até 24 horas.");
    await expect(form.name).toHaveValue("");
    await expect(form.message).toHaveValue("");

    const [contact] = await api.listContacts(name);
    expect(contact).toMatchObject({
      name,
      email: "joao@padaria.example",
      phone: "(11) 98765-4321",
      company: "Padaria do João Ltda.",
      message: "Serviço de interesse: Segurança Cibernética\n\nNosso servidor caiu.\nPodem ajudar?",
      status: "new",
    });
  });

  test("says what is missing beside each field and goes to the first", async ({ page }) => {
    await openPage(page, "/contato");
    const form = new ContactForm(page);
    await form.submit.click();
    for (const field of [form.name, form.company, form.email, form.phone, form.message]) {
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expect(field).toHaveAccessibleDescription(/\S/);
    }
    await expect(form.service).not.toHaveAttribute("aria-invalid", "true");
    await expect(form.name).toBeFocused();
    await expectAccessible(page);

    await form.email.fill("não é um e-mail");
    await form.submit.click();
    await expect(form.email).toHaveAttribute("aria-invalid", "true");
    await expect(form.email).toHaveValue("não é um e-mail");
  });

  test("keeps what was typed when the server can't be reached, and sends it once", async ({
    page,
    api,
    watch,
  }) => {
    watch.allow(/^error: Failed to load resource/);
    const name = unique("Insistente");
    const keys: (string | undefined)[] = [];
    await page.clock.install();
    await openPage(page, "/contato");
    await page.route("**/api/contacts", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      if (keys.length === 1) await route.abort();
      else await route.continue();
    });
    const form = new ContactForm(page);
    await form.fill(name);
    await page.clock.fastForward(3000);
    await form.submit.click();
    await expect(toast(page, "Erro ao enviar mensagem")).toBeVisible();
    await expect(form.name).toHaveValue(name);
    await expect(form.message).toHaveValue("Nosso servidor caiu.\nPodem ajudar?");

    await form.submit.click();
    await expect(toast(page, SENT)).toBeVisible();
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
    expect(await api.listContacts(name)).toHaveLength(1);
  });

  for (const [where, prepare] of [
    ["over plain http", overPlainHttp],
    ["where the browser may keep nothing", withoutStorage],
  ] as const) {
    test(`is filled in and sent ${where}`, async ({ page, api }) => {
      const name = unique("Simples");
      await prepare(page);
      await openPage(page, "/contato");
      const form = new ContactForm(page);
      await form.fill(name);
      await page.waitForTimeout(3000); // a person takes longer than a robot
      await form.submit.click();
      await expect(toast(page, SENT)).toBeVisible();
      expect(await api.listContacts(name)).toHaveLength(1);
    });
  }

  test("says in Portuguese that the script which sends it can't be had", async ({ page, watch }) => {
    watch.allow(/^error: Failed to load resource: .*send-contact/);
    await openPage(page, "/contato");
    await loseScript(page, "send-contact");
    const form = new ContactForm(page);
    await form.fill("Ana");
    await form.submit.click();
    await expect(toast(page, "Erro ao enviar mensagem")).toContainText("Tente novamente mais tarde.");
    await expect(toast(page, "Erro ao enviar mensagem")).not.toContainText(/fetch|module/);
    await expect(form.submit).toHaveText("Enviar Mensagem");
    await expect(form.name).toHaveValue("Ana");
  });

  test("is told by the browser's own box where not even notices can be drawn", async ({ page, watch }) => {
    watch.allow(/^error: Failed to load resource: .*(send-contact|toaster)/);
    await openPage(page, "/contato");
    await loseScript(page, "send-contact");
    await loseScript(page, "toaster");
    const form = new ContactForm(page);
    await form.fill("Ana");
    const told = new Promise<string>((done) => {
      page.once("dialog", (dialog) => {
        done(dialog.message());
        void dialog.accept();
      });
    });
    await form.submit.click();
    expect(await told).toBe("Erro ao enviar mensagem\nTente novamente mais tarde.");
    await expect(form.name).toHaveValue("Ana");
  });

  test("shows the server's own message and field errors", async ({ page, watch }) => {
    watch.allow(failedCall(422));
    await openPage(page, "/contato");
    await page.route("**/api/contacts", (route) =>
      route.fulfill({
        status: 422,
        json: { message: "Confira os dados.", code: "validation", fields: { phone: "DDD inexistente." } },
      }),
    );
    const form = new ContactForm(page);
    await form.fill(unique("Recusado"));
    await form.submit.click();
    await expect(form.phone).toHaveAccessibleDescription(/DDD inexistente\./);
    await expect(form.phone).toHaveAttribute("aria-invalid", "true");
    await expect(form.name).not.toHaveValue("");
  });

  test("is busy while it sends", async ({ page }) => {
    await openPage(page, "/contato");
    let sent = 0;
    let answer = () => {};
    const asked = new Promise<void>((done) => (answer = done));
    await page.route("**/api/contacts", async (route) => {
      sent++;
      await asked;
      await route.continue();
    });
    const form = new ContactForm(page);
    await form.fill(unique("Paciente"));
    await form.submit.click();
    await expect(form.submit).toHaveText("Enviando...");
    await form.submit.click({ force: true }); // a second click must not send again
    answer();
    await expect(form.submit).toHaveText("Enviar Mensagem");
    await expect(toast(page, SENT)).toBeVisible();
    expect(sent).toBe(1);
  });

  test("preselects the service that the address names", async ({ page }) => {
    await openPage(page, "/contato?servico=LGPD%20Compliance");
    await expect(new ContactForm(page).service).toHaveValue("LGPD Compliance");
  });

  test("works without JavaScript", async ({ browser, server, api }) => {
    await withoutJavaScript(browser, server.url, async (page) => {
      const name = unique("Sem Script");
      await page.goto("/contato");
      const form = new ContactForm(page);
      await form.fill(name);
      await form.submit.click();
      await page.waitForURL("**/contato/obrigado");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(SENT);
      const found = await api.listContacts(name);
      expect(found).toHaveLength(1);
      expect(found[0]?.message).toMatch(
        /^Serviço de interesse: Segurança Cibernética\n\nNosso servidor caiu\./,
      );
    });
  });

  test("is empty once sent, although the server had served it with what was typed", async ({
    page,
    watch,
  }) => {
    watch.allow(failedCall(422));
    await page.clock.install();
    await openPage(page, "/contato");
    const form = new ContactForm(page);
    await form.message.fill("Nosso servidor caiu.");
    // As a browser does before the page's script has come.
    await form.submit.evaluate((button: HTMLButtonElement) => button.form?.submit());
    await page.waitForLoadState();
    await hydrated(page);
    await expect(form.name).toHaveAttribute("aria-invalid", "true");
    await expect(form.message).toHaveValue("Nosso servidor caiu.");
    await form.fill(unique("João"));
    await page.clock.fastForward(3000);
    await form.submit.click();
    await expect(toast(page, SENT)).toBeVisible();
    await expect(form.message).toHaveValue("");
  });

  test("shows errors and what was typed without JavaScript too", async ({ browser, server, watch }) => {
    watch.allow(failedCall(422));
    await withoutJavaScript(browser, server.url, async (page) => {
      await page.goto("/contato");
      const form = new ContactForm(page);
      await form.fill("Digitado");
      await form.phone.fill("123"); // passes the browser's own checks
      await form.submit.click();
      await expect(form.phone).toHaveAttribute("aria-invalid", "true");
      await expect(form.phone).toHaveAccessibleDescription(/\S/);
      await expect(form.name).toHaveValue("Digitado");
      await expect(form.service).toHaveValue("Segurança Cibernética");
      await expect(form.message).toHaveValue("Nosso servidor caiu.\nPodem ajudar?");

      await form.phone.fill("11987654321");
      await form.submit.click();
      await page.waitForURL("**/contato/obrigado");
    });
  });

  test("sets a robot's request aside and tells it nothing", async ({ server, api }) => {
    const name = unique("Robô");
    const body = { name, email: "r@robo.example", phone: "1140001234", company: "R", message: "m" };
    const send = (more: object) =>
      fetch(`${server.url}/api/contacts`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Idempotency-Key": randomUUID() },
        body: JSON.stringify({ ...body, ...more }),
      });
    const person = await send({ elapsed_ms: 20_000 });
    const robot = await send({ website: "https://spam.example" });
    expect(robot.status).toBe(201);
    expect(Object.keys((await robot.json()) as object)).toEqual(Object.keys((await person.json()) as object));
    expect(await api.listContacts(name)).toHaveLength(1);
    expect(await api.listContacts(name, "spam")).toHaveLength(1);
  });
});

test("an acknowledged request survives the end of the process", async () => {
  const first = await Server.start();
  try {
    const name = unique("Durável");
    const api = await Api.signIn(first.url);
    await api.createContact({ name });
    await first.kill();
    await first.restart();
    const again = await Api.signIn(first.url);
    expect(await again.listContacts(name)).toHaveLength(1);
  } finally {
    await first.stop();
  }
});

test.describe("the contacts manager", () => {
  test.beforeEach(async ({ page }) => signInAsStaff(page));

  test("finds, opens, answers, deletes and brings back a contact", async ({ page, api }) => {
    const name = unique("João Conceição");
    const { id } = await api.createContact({ name });
    await page.getByRole("link", { name: "Gerenciar Contatos" }).click();
    await page.waitForURL("**/admin/contacts");

    const search = page.getByRole("searchbox");
    await search.fill(name.replace("João Conceição", "joao conceicao"));
    const row = page.getByRole("row").filter({ hasText: name });
    await expect(page.getByText("1 contato encontrado")).toBeVisible();
    await expect(row).toContainText("Novo");
    await expectAccessible(page);

    await row.getByRole("link", { name }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Preciso de ajuda.");
    await expect.poll(async () => (await api.findContact(id)).status).toBe("read");
    await expectAccessible(page);

    await dialog.getByRole("combobox", { name: "Status" }).selectOption("Respondido");
    await expect(toast(page, "Status atualizado")).toBeVisible();
    expect((await api.findContact(id)).status).toBe("replied");

    await dialog.getByRole("button", { name: "Excluir" }).click();
    await expect(toast(page, "Contato excluído")).toBeVisible();
    await expect(row).toHaveCount(0);
    expect(await api.listContacts(name)).toHaveLength(0);
    await page.getByRole("button", { name: "Desfazer" }).click();
    await expect(row).toContainText("Respondido");
    expect(await api.listContacts(name)).toHaveLength(1);
  });

  test("never overwrites a status that somebody else set meanwhile", async ({ page, api, watch }) => {
    watch.allow(failedCall(412));
    const name = unique("Disputado");
    const { id } = await api.createContact({ name });
    // Between this screen's reading of the contact and its "read", a colleague archives it.
    await page.route(`**/api/contacts/${id}`, async (route) => {
      if (route.request().method() === "PUT") await api.updateContact(id, { status: "archived" });
      await route.continue();
    });
    await page.goto(`/admin/contacts/${id}`);
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText(name);
    await expect(dialog.getByRole("combobox", { name: "Status" })).toHaveValue("archived");
    expect((await api.findContact(id)).status).toBe("archived");
    await expect(toast(page, "Erro ao atualizar status")).toHaveCount(0);
  });

  test("filters by status and keeps the filter in the address", async ({ page, api }) => {
    const family = unique("Filtro");
    await api.createContact({ name: `${family} A` });
    const { id } = await api.createContact({ name: `${family} B` });
    await api.updateContact(id, { status: "archived" });
    await page.goto(`/admin/contacts?search=${encodeURIComponent(family)}`);
    await expect(page.getByRole("row").filter({ hasText: family })).toHaveCount(2);

    await page.getByRole("combobox", { name: "Filtrar por status" }).selectOption("Arquivado");
    await expect(page.getByRole("row").filter({ hasText: family })).toHaveCount(1);
    expect(new URL(page.url()).searchParams.get("status")).toBe("archived");
    await page.reload();
    await expect(page.getByRole("row").filter({ hasText: `${family} B` })).toHaveCount(1);
    await page.goBack();
    await expect(page.getByRole("row").filter({ hasText: family })).toHaveCount(2);
  });

  test("teaches what to do when nothing is found", async ({ page }) => {
    await page.goto("/admin/contacts?search=ninguém-se-chama-assim");
    const clear = page.getByRole("main").getByRole("button", { name: "Limpar filtros" });
    await expect(clear).toHaveCount(2); // one with the filters, one with the explanation
    await expectAccessible(page);
    await clear.last().click();
    await expect(page.getByRole("searchbox")).toHaveValue("");
  });

  test("exports what is filtered, and no formulas", async ({ page, api }) => {
    const family = unique("Exportado");
    await api.createContact({ name: `=${family}`, company: '=HYPERLINK("http://x")' });
    await api.createContact({ name: `Outro ${family}` });
    await page.goto(`/admin/contacts?search=${encodeURIComponent(`=${family}`)}`);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: /CSV/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    const text = readFileSync(await download.path(), "utf8");
    expect(text).toContain(`'=${family}`);
    expect(text).toContain(`'=HYPERLINK`);
    expect(text).not.toContain(`Outro ${family}`);
  });

  test("can be worked from the keyboard", async ({ page, api }) => {
    const family = unique("Teclado");
    await api.createContact({ name: `${family} antigo` });
    await api.createContact({ name: `${family} recente` });
    await page.goto("/admin/contacts");
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused();
    await page.keyboard.type(family);
    await expect(page.getByRole("row").filter({ hasText: family })).toHaveCount(2);
    await page.goto(page.url());
    await expect(page.getByRole("row").filter({ hasText: family })).toHaveCount(2);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText(`${family} antigo`);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe("/admin/contacts");
  });

  test("moves a suspected request to the inbox", async ({ page, api, server }) => {
    const name = unique("Suspeito");
    await fetch(`${server.url}/api/contacts`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": randomUUID() },
      body: JSON.stringify({ ...contact(name), website: "preenchido" }),
    });
    await page.goto("/admin/contacts?folder=spam");
    await page.getByRole("searchbox").fill(name);
    const row = page.getByRole("row").filter({ hasText: name });
    await row.getByRole("link", { name }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Não é suspeito" }).click();
    await expect.poll(() => api.listContacts(name)).toHaveLength(1);
  });

  test("fits a phone", async ({ page, api }) => {
    const name = unique("Celular");
    await api.createContact({ name });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/admin/contacts?search=${encodeURIComponent(name)}`);
    await expect(page.getByText(name).first()).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

function contact(name: string) {
  return { name, email: "s@suspeito.example", phone: "1140001234", company: "S", message: "m" };
}
