/** The contact form, from the visitor's input to the panel. */
import { openUserMenu, signUp } from "./support/accounts.ts";
import {
  blockStorage,
  ContactForm,
  failScript,
  holdRequests,
  openPage,
  overflow,
  simulatePlainHttp,
  toast,
  topOf,
  unique,
  waitUntilStarted,
  withoutJavaScript,
} from "./support/screens.ts";
import { expect, expectAccessible, test } from "./support/test.ts";
import { failedCall, failedRequest } from "./support/watch.ts";

const SENT = "Mensagem enviada com sucesso!";
/** Time that a person needs to fill in the form, at least. The server quarantines contacts sent within 2.5 seconds. */
const MIN_FILL_MS = 3000;

test.describe("contact form", () => {
  test("is reached from the home page and sends a request to the panel", async ({ page, api }) => {
    const name = unique("João");
    await page.clock.install();
    await openPage(page, "/");
    await page.getByRole("link", { name: "Solicite uma Consultoria Gratuita" }).first().click();
    await page.waitForURL(/\/contato/);
    await waitUntilStarted(page);

    const form = new ContactForm(page);
    await form.fill(name);
    await expect(form.phone).toHaveValue("(11) 98765-4321");
    await page.clock.fastForward(MIN_FILL_MS);
    await form.submit.click();
    await expect(toast(page, SENT)).toContainText("Nossa equipe entrará em contato em até 24 horas.");
    await form.again.click();
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

  test("shows an error beside each missing field and focuses the first", async ({ page }) => {
    await openPage(page, "/contato");
    const form = new ContactForm(page);
    await form.submit.click();
    for (const field of [form.name, form.company, form.email, form.phone, form.message]) {
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expect(field).toHaveAccessibleDescription(/\S/);
    }
    await expect(form.service).not.toHaveAttribute("aria-invalid", "true");
    await expect(form.name).toBeFocused();
    // axe reports a link half covered by the header as too small a target.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectAccessible(page);

    await form.email.fill("não é um e-mail");
    await form.submit.click();
    await expect(form.email).toHaveAttribute("aria-invalid", "true");
    await expect(form.email).toHaveValue("não é um e-mail");
  });

  for (const [where, prepare] of [
    ["over plain http", simulatePlainHttp],
    ["without browser storage", blockStorage],
  ] as const) {
    test(`is sent ${where}`, async ({ page, api }) => {
      const name = unique("Simples");
      await prepare(page);
      await page.clock.install();
      await openPage(page, "/contato");
      const form = new ContactForm(page);
      await form.fill(name);
      await page.clock.fastForward(MIN_FILL_MS);
      await form.submit.click();
      await expect(toast(page, SENT)).toBeVisible();
      expect(await api.listContacts(name)).toHaveLength(1);
    });
  }

  test("reports in Portuguese that its script failed to load", async ({ page, watch }) => {
    watch.allow(failedRequest("/assets/send-contact-"));
    await openPage(page, "/contato");
    await failScript(page, "send-contact");
    const form = new ContactForm(page);
    await form.fill("Ana");
    await form.submit.click();
    await expect(toast(page, "Erro ao enviar mensagem")).toContainText("Tente novamente mais tarde.");
    await expect(toast(page, "Erro ao enviar mensagem")).not.toContainText(/fetch|module/);
    await expect(form.submit).toHaveText("Enviar Mensagem");
    await expect(form.name).toHaveValue("Ana");
  });

  test("shows a failure on the page if the toast script fails to load", async ({ page, watch }) => {
    watch.allow(failedRequest("/assets/(send-contact|toaster)-"));
    await openPage(page, "/contato");
    await failScript(page, "send-contact");
    await failScript(page, "toaster");
    const form = new ContactForm(page);
    await form.fill("Ana");
    await form.submit.click();
    await expect(page.locator("body > [role=alert]")).toHaveText(
      "Erro ao enviar mensagemTente novamente mais tarde.",
    );
    await expect(form.name).toHaveValue("Ana");
  });

  test("shows a failure until a retry succeeds", async ({ page, watch }) => {
    watch.allow(failedRequest("/(api/contacts$|assets/toaster-|healthz/live$)"));
    await page.clock.install();
    await openPage(page, "/contato");
    const form = new ContactForm(page);
    // The toast script fails too, and must load in the retry.
    await failScript(page, "toaster");
    await form.fill(unique("Fora do ar"));
    await page.clock.fastForward(MIN_FILL_MS);
    await page.context().setOffline(true);
    await form.submit.click();
    const failure = page.locator("form").getByRole("alert");
    await expect(failure).toContainText("Erro ao enviar mensagem");
    await page.clock.fastForward(60_000);
    await expect(failure).toBeVisible();
    await expect(failure.getByRole("link", { name: /^Ligar/ })).toHaveAttribute("href", /^tel:/);
    await expect(failure.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
      "href",
      /\?text=Nosso%20servidor%20caiu/,
    );
    await expectAccessible(page);

    await page.context().setOffline(false);
    await page.unrouteAll();
    await form.submit.click();
    await expect(toast(page, SENT)).toBeInViewport();
    const panel = page.getByRole("region", { name: SENT });
    await expect(panel.getByRole("heading", { name: SENT })).toBeFocused();
    await expect(panel).toContainText(
      /em até 24 horas\. Contando só os dias de atendimento, respondemos até .+, às? \d+h/,
    );
    await expect(panel).toContainText("Nosso servidor caiu.");
    await page.clock.fastForward(60_000);
    await expect(panel).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole("button", { name: "Enviar outra mensagem" }).click();
    await expect(form.message).toBeFocused();
    await expect(form.message).toHaveValue("");
  });

  test("starts on the first screen of a phone, below the quick contact links", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openPage(page, "/contato");
    const main = page.getByRole("main");
    const name = await topOf(new ContactForm(page).name);
    expect(name).toBeLessThan(844);
    expect(name).toBeGreaterThan(await topOf(main.getByRole("link", { name: "Ligar", exact: true })));
    expect(name).toBeLessThan(await topOf(main.getByText(/^(Aberto|Fechado) agora/)));
  });

  test("is prefilled with the account and the requested service", async ({ page }) => {
    const { name, email } = await signUp(page);
    await openPage(page, "/servicos/banco-dados");
    await page.getByRole("main").locator("a[href*='assunto=APIs']").first().click();
    await page.waitForURL(/\/contato/);
    await waitUntilStarted(page);
    const form = new ContactForm(page);
    await expect(form.name).toHaveValue(name);
    await expect(form.email).toHaveValue(email);
    await expect(form.service).toHaveValue("Outro");
    await expect(form.message).toHaveValue(/^Tenho interesse em: APIs Seguras\./);
    await expect(page.getByRole("banner").getByRole("link", { name: "Orçamento Gratuito" })).toBeVisible();
  });

  test("loses the account's values when its session ends", async ({ page, context }) => {
    const { name, email } = await signUp(page);
    await openPage(page, "/contato");
    const form = new ContactForm(page);
    await form.company.fill("Padaria do João Ltda.");
    await form.submit.click(); // shows errors, which renders the fields again
    await expect(form.name).toHaveValue(name);
    const otherTab = await context.newPage();
    await openPage(otherTab, "/contato");
    const otherForm = new ContactForm(otherTab);
    await expect(otherForm.email).toHaveValue(email);
    await openPage(page, "/sobre");
    await openUserMenu(page);
    await page.getByRole("banner").getByRole("button", { name: "Sair" }).click();
    await expect(otherForm.email).toHaveValue("");
    await expect(otherForm.name).toHaveValue("");

    await page.goBack();
    await waitUntilStarted(page);
    await expect(form.company).toHaveValue("Padaria do João Ltda.");
    await expect(form.email).toHaveValue("");
    await expect(form.name).toHaveValue("");
  });

  test("fits into the window after sending long words, as does the account that lists them", async ({
    page,
  }) => {
    await page.clock.install();
    await signUp(page);
    await openPage(page, "/contato");
    const form = new ContactForm(page);
    await form.fill(unique("Longo"));
    await form.email.fill("departamento.financeiro.e.administrativo@transportadoraexemplo.com.br");
    await form.message.fill(`https://exemplo.com.br/${"a".repeat(140)}`);
    await page.clock.fastForward(MIN_FILL_MS);
    await form.submit.click();
    await expect(page.getByRole("region", { name: SENT })).toBeVisible();
    const expectFit = async () => {
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await overflow(page), `${width} px`).toBeLessThanOrEqual(0);
      }
    };
    await expectFit();
    await openPage(page, "/conta");
    await page.getByText("Ver mensagem").click();
    await expect(page.getByText("https://exemplo.com.br/")).toBeVisible();
    await expectFit();
  });

  test("shows the server's message and field errors", async ({ page, watch }) => {
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

  test("is busy while it sends, and sends once", async ({ page }) => {
    await openPage(page, "/contato");
    let sent = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/contacts")) sent++;
    });
    const answer = await holdRequests(page, "**/api/contacts");
    const form = new ContactForm(page);
    await form.fill(unique("Paciente"));
    await form.submit.click();
    await expect(form.submit).toHaveText("Enviando...");
    await form.submit.click({ force: true }); // a second click must not send again
    answer();
    await expect(toast(page, SENT)).toBeVisible();
    await expect(form.submit).toHaveCount(0);
    expect(sent).toBe(1);
  });

  test("works without JavaScript", async ({ browser, server, api }) => {
    await withoutJavaScript(browser, server.url, async (page) => {
      const name = unique("Sem Script");
      await page.goto("/contato");
      const form = new ContactForm(page);
      await form.fill(name);
      await form.submit.click();
      await page.waitForURL("**/contato/obrigado*");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(SENT);
      const found = await api.listContacts(name);
      expect(found).toHaveLength(1);
      expect(found[0]?.message).toMatch(
        /^Serviço de interesse: Segurança Cibernética\n\nNosso servidor caiu\./,
      );
    });
  });

  test("is empty after sending, even if the server rendered it with input", async ({ page, watch }) => {
    watch.allow(failedCall(422));
    await page.clock.install();
    await openPage(page, "/contato");
    const form = new ContactForm(page);
    await form.message.fill("Nosso servidor caiu.");
    // Posts the form as a browser does before the page's scripts have loaded.
    await form.submit.evaluate((button: HTMLButtonElement) => button.form?.submit());
    await page.waitForLoadState();
    await waitUntilStarted(page);
    await expect(form.name).toHaveAttribute("aria-invalid", "true");
    await expect(form.message).toHaveValue("Nosso servidor caiu.");
    await form.fill(unique("João"));
    await page.clock.fastForward(MIN_FILL_MS);
    await form.submit.click();
    await expect(toast(page, SENT)).toBeVisible();
    await form.again.click();
    await expect(form.message).toHaveValue("");
  });

  test("shows errors and preserves input without JavaScript", async ({ browser, server, watch }) => {
    watch.allow(failedCall(422));
    await withoutJavaScript(browser, server.url, async (page) => {
      await page.goto("/contato");
      const form = new ContactForm(page);
      await form.fill("Digitado");
      await form.phone.fill("123"); // passes the browser's own checks
      await form.submit.click();
      await expect(page.getByRole("alert")).toHaveText("Verifique os campos destacados.");
      await expect(page.getByRole("alert")).toBeInViewport();
      await expect(form.phone).toHaveAttribute("aria-invalid", "true");
      await expect(form.phone).toHaveAccessibleDescription(/\S/);
      await expect(form.name).toHaveValue("Digitado");
      await expect(form.service).toHaveValue("Segurança Cibernética");
      await expect(form.message).toHaveValue("Nosso servidor caiu.\nPodem ajudar?");

      await form.phone.fill("11987654321");
      await form.submit.click();
      await page.waitForURL("**/contato/obrigado*");
    });
  });
});
