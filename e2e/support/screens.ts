/** How tests find the parts of the product that several of them use: by role and label, as people do. */
import { randomUUID } from "node:crypto";
import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { admin, type Server } from "./server.ts";

interface Session {
  token: string;
  user: unknown;
}

/** Different in every run, so that tests can share one database. */
export function unique(text: string): string {
  return `${text} ${randomUUID().slice(0, 8)}`;
}

export const press = (where: Page | Locator, name: string) =>
  where.getByRole("button", { name, exact: true }).click();
export const box = (where: Page | Locator, name: string) => where.getByRole("textbox", { name, exact: true });

/** A page is interactive once React has taken it over; until then the browser only follows links and posts forms. */
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

/** Ends the server at once and starts it again, with no call of the page on its way. */
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
  /** Brings the empty form back after one was sent. */
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

/** Has a session of staff, and the dashboard open. The panel's own screen for signing in has tests of its own. */
export async function signInAsStaff(page: Page, account = admin): Promise<void> {
  await page.goto("/robots.txt");
  const answer = await page.request.post("/api/auth/login", {
    data: account,
    headers: { Origin: new URL(page.url()).origin, "X-Session-Transport": "cookie" },
  });
  const { token, user } = (await answer.json()) as Session;
  await page.evaluate(
    ([key, person]) => {
      localStorage.setItem("auth_token", key);
      localStorage.setItem("auth_user", person);
    },
    [token, JSON.stringify(user)] as const,
  );
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("navigation", { name: "Menu Principal" })).toBeVisible();
}

/** Takes from every page what browsers give to those from safe connections only: the site also runs over plain http. */
export async function overPlainHttp(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Crypto.prototype, "randomUUID", { value: undefined });
    Object.defineProperty(Crypto.prototype, "subtle", { value: undefined });
    Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined });
  });
}

/** As browsers do that were told to keep nothing of this site: even looking there throws. */
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

/** Lets a script that comes later never arrive, as without network or after a new release. */
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
