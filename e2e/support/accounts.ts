/** Steps with accounts: signing up and in, the stored session and step-up. */
import type { Locator, Page } from "@playwright/test";
import { openPage, unique, waitUntilStarted } from "./screens.ts";
import type { Server } from "./server.ts";

export interface Person {
  name: string;
  email: string;
  password: string;
}

/** Returns a person without an account. The password is long enough for staff. */
export function newPerson(first = "Vera"): Person {
  const name = unique(first);
  const ascii = name.normalize("NFD").replace(/[^\w ]/g, "");
  const email = `${ascii.replaceAll(" ", ".").toLowerCase()}@exemplo.com.br`;
  return { name, email, password: "girafa de capacete" };
}

/** Creates another administrator on the command line, for tests that change the account. */
export function createAdmin(server: Server): Person {
  const person = newPerson("Rita Prado");
  const { name, email, password } = person;
  server.command(["admin", "create", "--email", email, "--name", name], `${password}\n`);
  return person;
}

/** Registers on the site, which then opens the home page. */
export async function signUp(page: Page, person = newPerson()): Promise<Person> {
  await openPage(page, "/auth");
  await page.getByRole("tab", { name: "Criar Conta" }).click();
  await fillSignUp(page, person);
  await page.getByRole("button", { name: "Criar Conta" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await waitUntilStarted(page);
  return person;
}

/** Fills the sign-up form of `/auth` without sending it. */
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

/** Opens the menu of the signed-in user in the site's header. */
export async function openUserMenu(page: Page): Promise<void> {
  await page.getByRole("banner").locator("summary", { hasText: "Menu do usuário" }).click();
}

/** Opens the account page of a signed-in visitor, and returns its section with factors and passkeys. */
export async function openSecurity(page: Page): Promise<Locator> {
  await openPage(page, "/conta");
  return page.getByRole("region", { name: "Segurança", exact: true });
}

/** Clears `localStorage` and cookies, as in a new browser. */
export async function forgetSession(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
}

/** Returns the stored token, and the stored user as JSON. Both are null without a session. */
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
