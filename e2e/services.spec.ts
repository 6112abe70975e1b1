/** From what the company offers to the form that asks for it. */
import { readFileSync } from "node:fs";

import { ContactForm, openPage } from "./support/screens.ts";
import { SERVICE_PATHS } from "./support/routes.ts";
import { expect, test } from "./support/test.ts";

/** Which services a page has to begin with, and what its form offers first. Other tests may add to them. */
const OFFERS: Record<string, { page: string; first: string }> = {
  "/servicos/suporte-manutencao": { page: "support", first: "Suporte Técnico" },
  "/servicos/seguranca-monitoramento": { page: "security", first: "Segurança Cibernética" },
  "/servicos/nuvem-virtualizacao": { page: "cloud", first: "Soluções em Nuvem" },
  "/servicos/desenvolvimento-ia": { page: "development", first: "Desenvolvimento Web" },
  "/servicos/erps-gestao": { page: "erp", first: "ERPs Inteligentes" },
  "/servicos/banco-dados": { page: "database", first: "Outro" },
};

const seeded = JSON.parse(
  readFileSync(new URL("../server/content/services.json", import.meta.url), "utf8"),
) as { page: string; title: string }[];

function titlesOf(path: string): string[] {
  const titles = seeded.filter(({ page }) => page === OFFERS[path]?.page).map(({ title }) => title);
  expect(titles).toHaveLength(3);
  return titles;
}

for (const path of SERVICE_PATHS) {
  test(`${path} presents three services and asks for the right one`, async ({ page }) => {
    await openPage(page, path);
    const main = page.getByRole("main");
    await expect(main.getByRole("navigation", { name: "Você está em" })).toContainText("Serviços");
    for (const name of titlesOf(path)) {
      const heading = page.getByRole("heading", { level: 3, name, exact: true });
      const features = main.getByRole("listitem").filter({ has: heading }).getByRole("listitem");
      expect(await features.count()).toBeGreaterThanOrEqual(3);
    }
    await main.getByRole("link", { name: "Solicitar Orçamento" }).first().click();
    await page.waitForURL(/\/contato/);
    await expect(new ContactForm(page).service).toHaveValue(OFFERS[path]?.first ?? "");
  });

  test(`${path} asks for each of its services by a choice that the form has`, async ({ page }) => {
    await openPage(page, path);
    const links = page.getByRole("main").getByRole("link", { name: /^Solicitar Orçamento ?: / });
    const addresses = await Promise.all(
      titlesOf(path).map((title) => links.filter({ hasText: title }).getAttribute("href")),
    );
    for (const address of addresses) {
      await page.goto(address ?? "");
      const named = new URL(page.url()).searchParams.get("servico") ?? "";
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
