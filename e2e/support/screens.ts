/** Steps and locators that several test files use. */
import { randomUUID } from "node:crypto";
import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { admin, type Server } from "./server.ts";

interface Session {
  token: string;
  user: unknown;
}

/** Returns a text that differs in every run, so that tests can share a database. */
export function unique(text: string): string {
  return `${text} ${randomUUID().slice(0, 8)}`;
}

export const press = (where: Page | Locator, name: string) =>
  where.getByRole("button", { name, exact: true }).click();
export const box = (where: Page | Locator, name: string) => where.getByRole("textbox", { name, exact: true });

/** Opens a page and waits until React has hydrated it. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.getElementById("root");
    return root !== null && Object.keys(root).some((key) => key.startsWith("__reactContainer"));
  });
}

/** Kills the server and starts it again, with no request of the page running. */
export async function cutPower(page: Page, server: Server): Promise<void> {
  await page.goto("about:blank");
  await server.kill();
  await server.restart();
}

export function toast(page: Page, text: string): Locator {
  return page.getByRole("listitem").filter({ hasText: text });
}

export class ContactForm {
  readonly name: Locator;
  readonly company: Locator;
  readonly email: Locator;
  readonly phone: Locator;
  readonly service: Locator;
  readonly message: Locator;
  readonly submit: Locator;
  /** Shows the empty form after a message was sent. */
  readonly again: Locator;

  constructor(page: Page) {
    const main = page.getByRole("main");
    this.name = main.getByRole("textbox", { name: "Nome completo" });
    this.company = main.getByRole("textbox", { name: "Empresa" });
    this.email = main.getByRole("textbox", { name: "E-mail" });
    this.phone = main.getByRole("textbox", { name: "Telefone" });
    this.service = main.getByRole("combobox", { name: "Serviço de interesse" });
    this.message = main.getByRole("textbox", { name: "Mensagem" });
    this.submit = main.getByRole("button", { name: /Enviar Mensagem|Enviando/ });
    this.again = main.getByRole("button", { name: "Enviar outra mensagem" });
  }

  async fill(name: string): Promise<void> {
    await this.name.fill(name);
    await this.company.fill("Padaria do João Ltda.");
    await this.email.fill("joao@padaria.example");
    await this.phone.fill("11987654321");
    await this.service.selectOption("Segurança Cibernética");
    await this.message.fill("Nosso servidor caiu.\nPodem ajudar?");
  }
}

/** Gives the page a staff session without opening the panel. Other tests use the sign-in screen. */
export async function signInAsStaff(page: Page, account = admin): Promise<void> {
  await page.goto("/robots.txt");
  const answer = await page.request.post("/api/auth/login", {
    data: account,
    headers: { Origin: new URL(page.url()).origin, "X-Session-Transport": "cookie" },
  });
  expect(answer.status(), `sign-in of ${account.email}`).toBe(200);
  const { token, user } = (await answer.json()) as Session;
  await page.evaluate(
    ([key, person]) => {
      localStorage.setItem("auth_token", key);
      localStorage.setItem("auth_user", person);
    },
    [token, JSON.stringify(user)] as const,
  );
}

/** Opens the dashboard of a signed-in staff member. */
export async function openPanel(page: Page): Promise<void> {
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("navigation", { name: "Menu Principal" })).toBeVisible();
}

/** Removes what browsers offer in secure contexts only, as over plain http. */
export async function overPlainHttp(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Crypto.prototype, "randomUUID", { value: undefined });
    Object.defineProperty(Crypto.prototype, "subtle", { value: undefined });
    Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined });
  });
}

/** Makes access to storage throw, as in browsers that block it. */
export async function withoutStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
    }
  });
}

/** Makes a script that is loaded on demand fail, as without a network. */
export async function loseScript(page: Page, name: string): Promise<void> {
  await page.route(new RegExp(`/assets/${name}-[\\w-]+\\.js$`), (route) => route.abort());
}

export async function withoutJavaScript<T>(
  browser: Browser,
  baseURL: string,
  action: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  try {
    return await action(await context.newPage());
  } finally {
    await context.close();
  }
}
