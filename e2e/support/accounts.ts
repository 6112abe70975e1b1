/** How tests use the accounts of visitors. */
import type { Page } from "@playwright/test";
import { hydrated, openPage, unique } from "./screens.ts";

export interface Person {
  name: string;
  email: string;
  password: string;
}

export function newPerson(first = "Vera"): Person {
  const name = unique(first);
  const email = `${name.replaceAll(" ", ".").toLowerCase()}@exemplo.com.br`;
  return { name, email, password: "girafa de capacete" };
}

/** Registers on the site, which then opens the home page. */
export async function signUp(page: Page, person = newPerson()): Promise<Person> {
  await openPage(page, "/auth");
  await page.getByRole("tab", { name: "Criar Conta" }).click();
  await fillSignUp(page, person);
  await page.getByRole("button", { name: "Criar Conta" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await hydrated(page);
  return person;
}

export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByRole("textbox", { name: "Nome completo" }).fill(person.name);
  await page.getByRole("textbox", { name: "E-mail" }).fill(person.email);
  await page.getByRole("textbox", { name: "Senha" }).fill(person.password);
}

/** Signs in on `/auth`, which must be open. */
export async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  const main = page.getByRole("main");
  await main.getByRole("textbox", { name: "E-mail" }).fill(account.email);
  await main.getByRole("textbox", { name: "Senha" }).fill(account.password);
  await main.getByRole("button", { name: "Entrar", exact: true }).click();
}

export async function openUserMenu(page: Page): Promise<void> {
  await page.getByRole("banner").locator("summary", { hasText: "Menu do usuário" }).click();
}

/** Clears storage and cookies, as in a new browser. */
export async function forgetSession(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
}

export function storedSession(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() => ["auth_token", "auth_user"].map((key) => localStorage.getItem(key)));
}

/** Answers matching calls with `step_up_required` until a step-up succeeds. Tests can't move the server's clock. */
export async function refuseUntilStepUp(page: Page, path: RegExp): Promise<void> {
  let hasSteppedUp = false;
  page.on("response", (response) => {
    if (response.url().endsWith("/api/auth/step-up") && response.ok()) hasSteppedUp = true;
  });
  await page.route(path, (route) =>
    hasSteppedUp
      ? route.continue()
      : route.fulfill({
          status: 403,
          json: { code: "step_up_required", message: "Confirme.", request_id: "" },
        }),
  );
}
