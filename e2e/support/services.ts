/** Steps and locators of the services manager. */
import type { Locator, Page } from "@playwright/test";
import { toast } from "./screens.ts";
import { expect } from "./test.ts";

/** A category with six demo services, which are on several detail pages. */
export const AUTOMATION = "Sistemas e Automação";
export const NETWORKS = "Redes e Infraestrutura";
/** The detail page that shows new services of `NETWORKS`. */
export const NETWORKS_PAGE = "/servicos/suporte-manutencao";

/** The services of a category in the panel, in order. */
export const rowsOf = (page: Page, category: string) =>
  page.getByRole("list", { name: `Serviços de ${category}` }).locator("> li");
export const titlesOf = (page: Page, category: string) =>
  rowsOf(page, category).getByRole("heading", { level: 3 });
/** A service in the panel, by its title. */
export const serviceRow = (page: Page, title: string) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: title, exact: true }) });

export async function openServices(page: Page): Promise<void> {
  await page.goto("/admin/services");
  await expect(page.getByRole("heading", { level: 2, name: AUTOMATION })).toBeVisible();
}

/** Fills the required fields, for a service of `NETWORKS`. */
export async function fillServiceForm(form: Locator, title: string): Promise<void> {
  await form.getByRole("textbox", { name: "Título" }).fill(title);
  await form.getByRole("combobox", { name: "Categoria" }).selectOption(NETWORKS);
  await form.getByRole("textbox", { name: "Descrição" }).fill("Fibra óptica em cada andar.");
}

/** Returns how often a service is on the page with all services. */
export async function countOnSite(visitor: Page, title: string): Promise<number> {
  await visitor.goto("/servicos");
  return visitor.getByRole("heading", { level: 3, name: title, exact: true }).count();
}

/** Adds a service in the panel and waits for its row. */
export async function addService(page: Page, title: string): Promise<void> {
  await page.goto("/admin/services/novo");
  const form = page.getByRole("region", { name: "Novo Serviço" });
  await fillServiceForm(form, title);
  await form.getByRole("button", { name: "Adicionar Serviço" }).click();
  await expect(toast(page, "Serviço adicionado!").first()).toBeVisible();
  await expect(serviceRow(page, title)).toBeVisible();
}
