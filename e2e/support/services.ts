/** Steps and locators of the services manager. */
import type { Locator, Page } from "@playwright/test";
import { toast } from "./screens.ts";
import { expect } from "./test.ts";

/** A category of six demo services on several pages. */
export const CATEGORY = "Sistemas e Automação";
export const NETWORKS = "Redes e Infraestrutura";
export const NETWORKS_PAGE = "/servicos/suporte-manutencao";

export const rowsOf = (page: Page, category: string) =>
  page.getByRole("list", { name: `Serviços de ${category}` }).locator("> li");
export const titlesOf = (page: Page, category: string) =>
  rowsOf(page, category).getByRole("heading", { level: 3 });
export const row = (page: Page, title: string) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: title, exact: true }) });

export async function openServices(page: Page): Promise<void> {
  await page.goto("/admin/services");
  await expect(page.getByRole("heading", { level: 2, name: CATEGORY })).toBeVisible();
}

export async function fill(form: Locator, title: string): Promise<void> {
  await form.getByRole("textbox", { name: "Título" }).fill(title);
  await form.getByRole("combobox", { name: "Categoria" }).selectOption(NETWORKS);
  await form.getByRole("textbox", { name: "Descrição" }).fill("Fibra óptica em cada andar.");
}

export async function countOnSite(visitor: Page, title: string): Promise<number> {
  await visitor.goto("/servicos");
  return visitor.getByRole("heading", { level: 3, name: title, exact: true }).count();
}

/** Adds a service in the panel. */
export async function addService(page: Page, title: string): Promise<void> {
  await page.goto("/admin/services/novo");
  const form = page.getByRole("region", { name: "Novo Serviço" });
  await fill(form, title);
  await form.getByRole("button", { name: "Adicionar Serviço" }).click();
  await expect(toast(page, "Serviço adicionado!").first()).toBeVisible();
  await expect(row(page, title)).toBeVisible();
}
