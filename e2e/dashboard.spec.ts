/** The panel's first screen: figures that are the site's own, and ways to what needs somebody. */
import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { ContactForm, cutPower, openPage, signInAsStaff, toast, unique } from "./support/screens.ts";
import { Server } from "./support/server.ts";
import { expect, expectAccessible, testsWithServerOfTheirOwn } from "./support/test.ts";

/** These count everything there is, so no other file's tests may share their server. */
const test = testsWithServerOfTheirOwn();

const CARDS = ["Total de Serviços", "Posts no Blog", "Contatos Recebidos", "Última Atualização"];

const card = (page: Page, title: string) => page.getByRole("main").getByRole("region", { name: title });
/** What a card with a figure says under its title. */
const figure = (page: Page, title: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.locator("dt", { hasText: title }) })
    .locator("dd");

async function openDashboard(page: Page): Promise<void> {
  await page.goto("/admin/dashboard");
  await expect(figure(page, "Total de Serviços").first()).toHaveText(/^\d/);
}

test("has four figures, says that the system is online, and leads to four screens", async ({ page }) => {
  await signInAsStaff(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  await expect(
    page.locator("dl > div > dt").filter({ hasText: /^(Total|Posts|Contatos|Última)/ }),
  ).toHaveText(CARDS);
  await expect(figure(page, "Total de Serviços")).toHaveText(["18", "18 ativos no site"]);
  await expect(page.getByRole("status").filter({ hasText: "Sistema online" })).toContainText("Conectado");
  const actions = page.getByRole("navigation", { name: "Ações Rápidas" }).getByRole("link");
  for (const [index, [path, heading]] of [
    ["/admin/contact-settings", "Configurações de Contato"] as const,
    ["/admin/services", "Gerenciar Serviços"] as const,
    ["/admin/blog", "Blog e Artigos"] as const,
    ["/admin/general-settings", "Configurações Gerais"] as const,
  ].entries()) {
    await expect(actions).toHaveCount(4);
    await actions.nth(index).click();
    await page.waitForURL(`**${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await page.goBack();
  }
});

test("says when the server is away, and when it is back", async ({ page, watch }) => {
  watch.allow(/^error: Failed to load resource/);
  await signInAsStaff(page);
  await openDashboard(page);
  const status = page.getByRole("status").filter({ hasText: "Sistema" });
  await expect(status).toHaveText("Sistema onlineConectado");
  await page.route("**/healthz/ready", (route) => route.abort());
  await page.reload();
  await expect(status).toHaveText("Sistema indisponívelSem conexão");
  await expectAccessible(page);
  await page.unroute("**/healthz/ready");
  await expect(status).toHaveText("Sistema onlineConectado", { timeout: 15_000 });
});

test("counts what visitors send and staff do, also after a restart", async ({ page, server, api }) => {
  const name = unique("Cliente");
  await openPage(page, "/contato");
  const form = new ContactForm(page);
  await form.fill(name);
  await page.waitForTimeout(3000); // a person takes longer than a robot
  await form.submit.click();
  await expect(toast(page, "Mensagem enviada com sucesso!")).toBeVisible();
  const post = unique("Escrito agora");
  await api.createPost({ title: post, slug: `escrito-${Date.now()}` });

  await signInAsStaff(page);
  const check = async () => {
    await openDashboard(page);
    const received = Number(await figure(page, "Contatos Recebidos").first().textContent());
    expect(received).toBeGreaterThan(0);
    await expect(figure(page, "Última Atualização").first()).toHaveText(/^Hoje, \d\d:\d\d$/);
    await expect(figure(page, "Última Atualização").last()).toHaveText(
      `ana.admin@exemplo.com.br criou o post ${post}`,
    );
    const waiting = card(page, "Aguardando resposta");
    await expect(waiting).toContainText(/\d contatos? sem resposta/);
    await expect(waiting).toContainText(/até .+h/);
    await expect(card(page, "Últimos contatos").getByRole("link", { name })).toBeVisible();
    await expect(card(page, "Últimos posts").getByRole("link", { name: post, exact: true })).toBeVisible();
    const service = card(page, "Por serviço de interesse").getByRole("listitem");
    await expect(service.filter({ hasText: "Segurança Cibernética" })).toBeVisible();
    await expect(card(page, "E-mails não enviados").getByRole("link", { name: "Na fila" })).toBeVisible();
    return received;
  };
  const before = await check();
  await cutPower(page, server);
  expect(await check()).toBe(before);

  await card(page, "Por serviço de interesse").getByRole("link", { name: "Segurança Cibernética" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gerenciar Contatos");
  await expect(page.getByRole("row").filter({ hasText: name })).toBeVisible();
});

const HEADINGS: Record<string, string> = {
  "/admin/audit": "Registro de Auditoria",
  "/admin/blog": "Blog e Artigos",
  "/admin/contact-settings": "Configurações de Contato",
  "/admin/contacts": "Gerenciar Contatos",
  "/admin/general-settings": "Configurações Gerais",
  "/admin/outbox": "E-mails",
  "/admin/services": "Gerenciar Serviços",
};

test("every link leads where it says", async ({ page, api }) => {
  const title = unique("Texto");
  await api.createContact({ name: unique("Caminho") });
  await api.createPost({ title, slug: `texto-${Date.now()}` });
  await signInAsStaff(page);
  await openDashboard(page);
  // Those of the period stay on this screen, and have a test of their own.
  const links = page.getByRole("main").getByRole("link").and(page.locator(":not([aria-label=Período] a)"));
  await expect(
    card(page, "Últimos contatos")
      .getByRole("link", { name: /^Caminho/ })
      .first(),
  ).toBeVisible();
  const found = await links.evaluateAll((all) =>
    all.map((link) => ({
      address: link.getAttribute("href") ?? "",
      name: (link.ariaLabel ?? link.textContent).replace(/^Ver no site: /, ""),
    })),
  );
  const addresses = found.map(({ address }) => address);
  expect(Object.keys(HEADINGS).filter((path) => !addresses.some((to) => to.startsWith(path)))).toEqual([]);
  for (const [index, { address, name }] of found.entries()) {
    await links.nth(index).click();
    await page.waitForURL(({ pathname, search }) => pathname + search === address);
    const heading = Object.entries(HEADINGS).find(([path]) => address.startsWith(path))?.[1] ?? name;
    await expect(page.locator("h1"), address).toHaveText(heading);
    await page.goBack();
    await expect(links).toHaveCount(addresses.length);
  }
});

test("a published post links to its editor and to its public page", async ({ page, api }) => {
  const title = unique("Publicado");
  const slug = title.toLowerCase().replaceAll(" ", "-");
  await api.createPost({ title, slug });
  await signInAsStaff(page);
  await openDashboard(page);
  const posts = card(page, "Últimos posts");
  await expect(posts.getByRole("link", { name: `Ver no site: ${title}` })).toHaveAttribute(
    "href",
    `/blog/${slug}`,
  );
  await posts.getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Editar Post" })).toBeVisible();
});

test("a draft leads to its editor", async ({ page }) => {
  await signInAsStaff(page);
  await page.goto("/admin/blog/new");
  const editor = page.getByRole("dialog", { name: /^(Novo|Editar) Post$/ });
  const title = unique("Rascunho");
  await editor.getByRole("textbox", { name: "Título", exact: true }).fill(title);
  await editor.getByRole("textbox", { name: "Conteúdo" }).fill("Por escrever.");
  await editor.getByRole("button", { name: "Criar Post" }).click();
  await expect(toast(page, "Post criado!")).toBeVisible();
  await openDashboard(page);
  await card(page, "Últimos posts").getByRole("link", { name: title }).click();
  await expect(editor.getByRole("textbox", { name: "Título", exact: true })).toHaveValue(title);
});

test("shows contacts a day as bars, by keyboard, and in a table", async ({ page, api }) => {
  await api.createContact({ name: unique("Barra") });
  await signInAsStaff(page);
  await openDashboard(page);
  const chart = card(page, "Contatos por dia");
  const day = chart.getByRole("slider", { name: "Dia do gráfico" });
  await day.focus();
  await expect(day).toHaveAttribute("aria-valuetext", /^\S+, \d+ de \S+: [1-9]\d* contatos?$/);
  await page.keyboard.press("Home");
  await expect(day).toHaveAttribute("aria-valuetext", /: 0 contatos$/);
  await expect(day).toHaveAttribute("aria-valuenow", "1");

  await chart.getByText("Ver em tabela").click();
  const rows = chart.getByRole("table", { name: /^Contatos recebidos por dia/ }).getByRole("row");
  await expect(rows).toHaveCount(31);
  const today = new Intl.DateTimeFormat("pt-BR", { dateStyle: "short", timeZone: "America/Sao_Paulo" });
  await expect(rows.nth(1).getByRole("rowheader")).toHaveText(today.format(new Date()));
  expect(Number(await rows.nth(1).getByRole("cell").textContent())).toBeGreaterThan(0);

  await chart.getByRole("link", { name: "90 dias" }).click();
  await expect(page).toHaveURL(/\?dias=90$/);
  await expect(rows).toHaveCount(91);
  await page.reload();
  await expect(chart.getByRole("link", { name: "90 dias" })).toHaveAttribute("aria-current", "true");
  await expect(day).toHaveAttribute("aria-valuemax", "90");
});

test("leads a new company through its first steps until they are done", async ({ page, api }) => {
  await api.updateSettings("contact", { phone: "" });
  await signInAsStaff(page);
  await openDashboard(page);
  const steps = card(page, "Primeiros passos");
  await expect(steps).toContainText(/[0-4] de 5 prontos/);
  await steps.getByRole("link", { name: "Informar o telefone" }).click();
  await page.getByRole("textbox", { name: "Telefone", exact: true }).fill("(81) 3000-0000");
  await page.getByRole("button", { name: "Salvar Configurações" }).click();
  await expect(toast(page, "Configurações salvas!")).toBeVisible();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(steps.getByRole("listitem").filter({ hasText: "Informar o telefone" })).toHaveText(
    "Informar o telefone: pronto",
  );
  await expect(steps.getByRole("link", { name: "Informar o telefone" })).toHaveCount(0);

  await page.route("**/api/dashboard?*", async (route) => {
    const answer = await route.fetch();
    const figures = (await answer.json()) as { setup: Record<string, boolean> };
    figures.setup = Object.fromEntries(Object.keys(figures.setup).map((step) => [step, true]));
    await route.fulfill({ response: answer, json: figures });
  });
  await page.reload();
  await expect(card(page, "Aguardando resposta")).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test("shows editors what is theirs", async ({ page, api }) => {
  const editor = {
    email: `${unique("edi").replace(" ", ".")}@exemplo.com.br`,
    password: "uma senha bem comprida",
  };
  await api.createUser({ name: "Edi", role: "editor", ...editor });
  await signInAsStaff(page, editor);
  await openDashboard(page);
  await expect(page.getByRole("navigation", { name: "Ações Rápidas" }).getByRole("link")).toHaveText([
    "Editar os serviços",
    "Escrever no blog",
  ]);
  await expect(card(page, "Por status")).toBeVisible();
  await expect(card(page, "E-mails não enviados")).toHaveCount(0);
  await expect(card(page, "Primeiros passos")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Última Atualização" })).toHaveCount(0);
  await expect(page.getByRole("main").getByText(/ana\.admin/)).toHaveCount(0);
  await expectAccessible(page);
});

test("says why when the figures can't be had, and tries again", async ({ page, watch }) => {
  watch.allow(/^error: Failed to load resource: .*400/);
  await signInAsStaff(page);
  await page.route("**/api/dashboard?*", (route) =>
    route.fulfill({ status: 400, json: { code: "bad_request", message: "Hoje não.", request_id: "1" } }),
  );
  await page.reload();
  await expect(page.getByRole("heading", { name: "Erro ao carregar o dashboard" })).toBeVisible();
  await expect(page.getByRole("main").getByText("Hoje não.")).toBeVisible();
  await expect(figure(page, "Posts no Blog").first()).toHaveText("–");
  await page.unroute("**/api/dashboard?*");
  await page.getByRole("button", { name: "Tentar de novo" }).click();
  await expect(figure(page, "Posts no Blog").first()).toHaveText(/^\d+$/);
});

test("is accessible, empty and full", async ({ browser }) => {
  const fresh = await Server.start();
  try {
    const context = await browser.newContext({ baseURL: fresh.url });
    const page = await context.newPage();
    await signInAsStaff(page);
    await openDashboard(page);
    await expect(card(page, "Contatos por dia")).toContainText("Nenhum contato ainda");
    await expect(card(page, "Aguardando resposta")).toContainText("Ninguém esperando");
    await expect(figure(page, "Última Atualização")).toHaveText([
      "Ainda não",
      "Nada foi alterado desde a instalação",
    ]);
    await expectAccessible(page);
    const api = await Api.signIn(fresh.url);
    await api.createContact({ name: "Primeira Pessoa" });
    await openDashboard(page);
    await expect(card(page, "Contatos por dia").getByRole("slider")).toBeVisible();
    await page.getByText("Ver em tabela").click();
    await expectAccessible(page, [390, 768, 1440]);
    await context.close();
  } finally {
    await fresh.stop();
  }
});
