/** The panel's first screen: stats, chart, setup steps and links. */
import type { Page } from "@playwright/test";
import { newPerson } from "./support/accounts.ts";
import { Api } from "./support/api.ts";
import { killAndRestart, openPanel, signInAsStaff, slugOf, toast, unique } from "./support/screens.ts";
import { onServer, Server } from "./support/server.ts";
import { expect, expectAccessible, testsOnOwnServer } from "./support/test.ts";
import { failedCall, failedRequest } from "./support/watch.ts";

const test = testsOnOwnServer();

const STATS = ["Total de Serviços", "Posts no Blog", "Contatos Recebidos", "Última Atualização"];

/** A section of the dashboard. */
const section = (page: Page, title: string) => page.getByRole("main").getByRole("region", { name: title });
/** The value of a stat and its details. */
const stat = (page: Page, title: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.locator("dt", { hasText: title }) })
    .locator("dd");

async function openDashboard(page: Page): Promise<void> {
  await page.goto("/admin/dashboard");
  await expect(stat(page, "Total de Serviços").first()).toHaveText(/^\d/);
}

test("dashboard shows four stats, the system's state and four quick actions", async ({ page }) => {
  await signInAsStaff(page);
  await openPanel(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  await expect(
    page.locator("dl > div > dt").filter({ hasText: /^(Total|Posts|Contatos|Última)/ }),
  ).toHaveText(STATS);
  await expect(stat(page, "Total de Serviços")).toHaveText(["18", "18 ativos no site"]);
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

test("dashboard shows that the server is unreachable, and later that it is back", async ({ page, watch }) => {
  watch.allow(failedRequest("/healthz/ready$"));
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

test("dashboard shows the same contacts and last change after a restart", async ({ page, server, api }) => {
  const name = unique("Cliente");
  await api.createContact({
    name,
    message: "Serviço de interesse: Segurança Cibernética\n\nNosso servidor caiu.",
  });
  const post = unique("Escrito agora");
  await api.createPost({ title: post });

  await signInAsStaff(page);
  /** Checks the dashboard and returns its count of contacts. */
  const check = async () => {
    await openDashboard(page);
    const received = Number(await stat(page, "Contatos Recebidos").first().textContent());
    expect(received).toBeGreaterThan(0);
    await expect(stat(page, "Última Atualização").first()).toHaveText(/^Hoje, \d\d:\d\d$/);
    await expect(stat(page, "Última Atualização").last()).toHaveText(
      `ana.admin@exemplo.com.br criou o post ${post}`,
    );
    const waiting = section(page, "Aguardando resposta");
    await expect(waiting).toContainText(/\d contatos? sem resposta/);
    await expect(waiting).toContainText(/até .+h/);
    await expect(section(page, "Últimos contatos").getByRole("link", { name })).toBeVisible();
    await expect(section(page, "Últimos posts").getByRole("link", { name: post, exact: true })).toBeVisible();
    const service = section(page, "Por serviço de interesse").getByRole("listitem");
    await expect(service.filter({ hasText: "Segurança Cibernética" })).toBeVisible();
    await expect(section(page, "E-mails não enviados").getByRole("link", { name: "Na fila" })).toBeVisible();
    return received;
  };
  const before = await check();
  await killAndRestart(page, server);
  expect(await check()).toBe(before);

  await section(page, "Por serviço de interesse")
    .getByRole("link", { name: "Segurança Cibernética" })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gerenciar Contatos");
  await expect(page.getByRole("row").filter({ hasText: name })).toBeVisible();
});

/** Screens to which the dashboard links. */
const SCREENS = [
  "/admin/audit",
  "/admin/blog",
  "/admin/contact-settings",
  "/admin/contacts",
  "/admin/general-settings",
  "/admin/mail-settings",
  "/admin/outbox",
  "/admin/services",
];

test("links of the dashboard lead to existing screens", async ({ page, api }) => {
  await api.createContact({ name: unique("Caminho") });
  await api.createPost({ title: unique("Texto") });
  await signInAsStaff(page);
  await openDashboard(page);
  // Links that choose the period of the chart have their own test.
  const links = page.getByRole("main").getByRole("link").and(page.locator(":not([aria-label=Período] a)"));
  await expect(
    section(page, "Últimos contatos")
      .getByRole("link", { name: /^Caminho/ })
      .first(),
  ).toBeVisible();
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(SCREENS.filter((path) => !addresses.some((address) => address.startsWith(path)))).toEqual([]);
  for (const address of new Set(addresses)) {
    const answer = await page.request.get(address);
    expect(answer.status(), address).toBe(200);
  }
});

test("posts on the dashboard link to their editor, and published ones to their page", async ({
  page,
  api,
}) => {
  const title = unique("Publicado");
  await api.createPost({ title });
  await signInAsStaff(page);
  await openDashboard(page);
  const posts = section(page, "Últimos posts");
  await expect(posts.getByRole("link", { name: `Ver no site: ${title}` })).toHaveAttribute(
    "href",
    `/blog/${slugOf(title)}`,
  );
  await posts.getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Editar Post" })).toBeVisible();

  const draft = unique("Rascunho");
  await api.createPost({ title: draft, is_published: false });
  await openDashboard(page);
  await posts.getByRole("link", { name: draft }).click();
  await expect(page.getByRole("dialog", { name: "Editar Post" })).toBeVisible();
});

test("contacts by day are shown in a table, and in a chart that works by keyboard", async ({ page, api }) => {
  await api.createContact({ name: unique("Barra") });
  await signInAsStaff(page);
  await openDashboard(page);
  const chart = section(page, "Contatos por dia");
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
  await expect(page).toHaveURL(/\?days=90$/);
  await expect(rows).toHaveCount(91);
  await page.reload();
  await expect(chart.getByRole("link", { name: "90 dias" })).toHaveAttribute("aria-current", "true");
  await expect(day).toHaveAttribute("aria-valuemax", "90");
});

test("setup steps are listed until they are done", async ({ page, api }) => {
  await api.updateSettings("contact", { phone: "" });
  await signInAsStaff(page);
  await openDashboard(page);
  const steps = section(page, "Primeiros passos");
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
    const stats = (await answer.json()) as { setup: Record<string, boolean> };
    stats.setup = Object.fromEntries(Object.keys(stats.setup).map((step) => [step, true]));
    await route.fulfill({ response: answer, json: stats });
  });
  await page.reload();
  await expect(section(page, "Aguardando resposta")).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test("editors don't see the administrators' parts of the dashboard", async ({ page, api }) => {
  const editor = newPerson("Edi");
  await api.createUser({ ...editor, role: "editor" });
  await signInAsStaff(page, editor);
  await openDashboard(page);
  await expect(page.getByRole("navigation", { name: "Ações Rápidas" }).getByRole("link")).toHaveText([
    "Editar os serviços",
    "Escrever no blog",
  ]);
  await expect(section(page, "Por status")).toBeVisible();
  await expect(section(page, "E-mails não enviados")).toHaveCount(0);
  await expect(section(page, "Primeiros passos")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Última Atualização" })).toHaveCount(0);
  await expect(page.getByRole("main").getByText(/ana\.admin/)).toHaveCount(0);
  await expectAccessible(page);
});

test("dashboard that fails to load shows the reason and can be loaded again", async ({ page, watch }) => {
  watch.allow(failedCall(400, "/api/dashboard"));
  await signInAsStaff(page);
  await page.route("**/api/dashboard?*", (route) =>
    route.fulfill({ status: 400, json: { code: "bad_request", message: "Hoje não.", request_id: "1" } }),
  );
  await openPanel(page);
  await expect(page.getByRole("heading", { name: "Erro ao carregar o dashboard" })).toBeVisible();
  await expect(page.getByRole("main").getByText("Hoje não.")).toBeVisible();
  await expect(stat(page, "Posts no Blog").first()).toHaveText("–");
  await page.unroute("**/api/dashboard?*");
  await page.getByRole("button", { name: "Tentar de novo" }).click();
  await expect(stat(page, "Posts no Blog").first()).toHaveText(/^\d+$/);
});

test("dashboard is accessible without and with contacts", async ({ browser }) => {
  await onServer(browser, Server.start(), async (page, server) => {
    await signInAsStaff(page);
    await openDashboard(page);
    await expect(section(page, "Contatos por dia")).toContainText("Nenhum contato ainda");
    await expect(section(page, "Aguardando resposta")).toContainText("Ninguém esperando");
    await expect(stat(page, "Última Atualização")).toHaveText([
      "Ainda não",
      "Nada foi alterado desde a instalação",
    ]);
    await expectAccessible(page);
    const api = await Api.signIn(server.url);
    await api.createContact({ name: "Primeira Pessoa" });
    await openDashboard(page);
    await expect(section(page, "Contatos por dia").getByRole("slider")).toBeVisible();
    await page.getByText("Ver em tabela").click();
    await expectAccessible(page, [390, 768, 1440]);
  });
});
