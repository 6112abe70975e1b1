/** From what the company offers to the form that asks for it. */
import { ContactForm, openPage } from "./support/screens.ts";
import { SERVICE_PATHS } from "./support/routes.ts";
import { expect, test } from "./support/test.ts";

const OFFERS: Record<string, string> = {
  "/servicos/suporte-manutencao": "Suporte Técnico",
  "/servicos/seguranca-monitoramento": "Segurança Cibernética",
  "/servicos/nuvem-virtualizacao": "Soluções em Nuvem",
  "/servicos/desenvolvimento-ia": "Desenvolvimento Web",
  "/servicos/erps-gestao": "ERPs Inteligentes",
  "/servicos/banco-dados": "Outro",
};

for (const path of SERVICE_PATHS) {
  test(`${path} presents three services and asks for the right one`, async ({ page }) => {
    await openPage(page, path);
    const main = page.getByRole("main");
    await expect(main.getByRole("navigation", { name: "Você está em" })).toContainText("Serviços");
    const cards = main.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3 }) });
    await expect(cards).toHaveCount(3);
    for (const card of await cards.all()) {
      expect(await card.getByRole("listitem").count()).toBeGreaterThanOrEqual(3);
    }
    await main.getByRole("link", { name: "Solicitar Orçamento" }).first().click();
    await page.waitForURL(/\/contato/);
    await expect(new ContactForm(page).service).toHaveValue(OFFERS[path] ?? "");
  });

  test(`${path} asks for each of its services by a choice that the form has`, async ({ page }) => {
    await openPage(page, path);
    const links = page.getByRole("main").getByRole("link", { name: /^Pedir orçamento ?: / });
    await expect(links).toHaveCount(3);
    const addresses = await links.evaluateAll((found) =>
      found.map((link) => (link as HTMLAnchorElement).href),
    );
    for (const address of addresses) {
      await page.goto(address);
      const named = new URL(address).searchParams.get("servico") ?? "";
      expect(named).not.toBe("");
      await expect(new ContactForm(page).service).toHaveValue(named);
    }
  });
}

test("'Ver Detalhes' always arrives", async ({ page }) => {
  await openPage(page, "/servicos");
  const details = page.getByRole("main").getByRole("link", { name: /^Ver Detalhes ?: / });
  await expect(details).toHaveCount(6);
  const arrived: string[] = [];
  for (let index = 0; index < 6; index++) {
    await openPage(page, "/servicos");
    const name = (await details.nth(index).textContent())?.split(": ")[1] ?? "";
    await details.nth(index).click();
    await page.waitForURL(/\/servicos\/[a-z-]+$/);
    await expect(page.locator("[aria-current=page]", { hasText: name }).first()).toBeAttached();
    arrived.push(new URL(page.url()).pathname);
  }
  expect(arrived).toEqual(SERVICE_PATHS);
});

test("the services are reached by keyboard alone", async ({ page }) => {
  await openPage(page, "/");
  const menu = page.getByRole("banner").getByRole("navigation", { name: "Menu principal" });
  const services = menu.locator("summary", { hasText: "Serviços" });
  await menu.getByRole("link", { name: "Sobre" }).focus();
  await page.keyboard.press("Tab");
  await expect(services).toBeFocused();
  await page.keyboard.press("Tab"); // closed: on to the next entry
  await expect(menu.getByRole("link", { name: "Blog" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Space");
  const entries = ["Todos os Serviços", "Suporte e Manutenção", "Segurança e Monitoramento"];
  for (const name of entries) {
    await page.keyboard.press("Tab");
    await expect(menu.getByRole("link", { name })).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/servicos\/seguranca-monitoramento$/);
  await expect(services).toHaveAttribute("aria-current", "true");
});

test("the menu of services closes when the focus has left it", async ({ page }) => {
  await openPage(page, "/");
  const menu = page.getByRole("banner").getByRole("navigation", { name: "Menu principal" });
  await menu.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(menu.getByRole("link", { name: "Todos os Serviços" })).toBeVisible();
  await menu.getByRole("link", { name: "Banco de Dados" }).focus();
  await page.keyboard.press("Tab");
  await expect(menu.getByRole("link", { name: "Blog" })).toBeFocused();
  await expect(menu.getByRole("link", { name: "Todos os Serviços" })).toBeHidden();
});
