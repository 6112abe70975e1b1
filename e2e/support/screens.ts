/** Steps and locators that several test files use. */
import { randomUUID } from "node:crypto";
import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { ADMIN, type Server } from "./server.ts";

interface Session {
  token: string;
  user: unknown;
}

/** Returns the text with a random suffix, so that tests can share a database. */
export function unique(text: string): string {
  return `${text} ${randomUUID().slice(0, 8)}`;
}

/** Returns the slug that the panel suggests for a title, if the title has no accents or punctuation. */
export const slugOf = (title: string) => title.toLowerCase().replaceAll(" ", "-");

/** Clicks the button with exactly this name. */
export const press = (where: Page | Locator, name: string) =>
  where.getByRole("button", { name, exact: true }).click();
/** The text box with exactly this name. */
export const textBox = (where: Page | Locator, name: string) =>
  where.getByRole("textbox", { name, exact: true });

/** Opens a page and waits until its scripts have started. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitUntilStarted(page);
}

/** Waits until the page's scripts have started, and have hydrated its islands. */
export async function waitUntilStarted(page: Page): Promise<void> {
  // An inline script sets `early` to an array, and the page's script sets it to undefined.
  await page.waitForFunction(() => "early" in window && window.early === undefined);
}

/** Returns how many pixels the page is wider than its window; at most 0 if it fits. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Returns the y coordinate of an element's lower edge, or NaN, which fails every comparison, if the element isn't displayed. */
export async function bottomOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return box ? box.y + box.height : NaN;
}

/** Returns the y coordinate of an element's upper edge, or NaN if the element isn't displayed. */
export async function topOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.y ?? NaN;
}

/** Delays matching requests until the returned function is called. */
export async function holdRequests(page: Page, url: string, method?: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  await page.route(url, async (route) => {
    if (method === undefined || route.request().method() === method) await released;
    // The page may have canceled the request by leaving.
    await route.continue().catch(() => undefined);
  });
  return release;
}

/** Records layout shifts of the next pages. The returned function reads those of the current page. */
export async function recordLayoutShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shifts.push((entry as PerformanceEntry & { value: number }).value);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
}

/** Kills the server and starts it again. Closes the page first, so that none of its requests fails. */
export async function killAndRestart(page: Page, server: Server): Promise<void> {
  await page.goto("about:blank");
  await server.kill();
  await server.restart();
}

/** A message that the page or the panel shows for a short time. */
export function toast(page: Page, text: string): Locator {
  return page.getByRole("listitem").filter({ hasText: text });
}

/** The menu in the site's header: a row of links on desktops, behind a button on phones. */
export const siteMenu = (page: Page) =>
  page.getByRole("banner").getByRole("navigation", { name: "Menu principal" });

/** Fields and buttons of the form on the contact page. */
export class ContactForm {
  readonly name: Locator;
  readonly company: Locator;
  readonly email: Locator;
  readonly phone: Locator;
  readonly service: Locator;
  readonly message: Locator;
  readonly submit: Locator;
  /** Button that shows the empty form after a message was sent. */
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

  /** Fills all fields with valid input. */
  async fill(name: string): Promise<void> {
    await this.name.fill(name);
    await this.company.fill("Padaria do João Ltda.");
    await this.email.fill("joao@padaria.example");
    await this.phone.fill("11987654321");
    await this.service.selectOption("Segurança Cibernética");
    await this.message.fill("Nosso servidor caiu.\nPodem ajudar?");
  }
}

/** Gives the page a staff session without the sign-in screen, which `accounts.spec.ts` tests. */
export async function signInAsStaff(page: Page, account = ADMIN): Promise<void> {
  await page.goto("/robots.txt");
  const { email, password } = account;
  const answer = await page.request.post("/api/auth/login", {
    data: { email, password },
    headers: { Origin: new URL(page.url()).origin, "X-Session-Transport": "cookie" },
  });
  expect(answer.status(), `sign-in of ${email}`).toBe(200);
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

/** Removes the functions that browsers provide in secure contexts only, as over plain http. */
export async function simulatePlainHttp(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Crypto.prototype, "randomUUID", { value: undefined });
    Object.defineProperty(Crypto.prototype, "subtle", { value: undefined });
    Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined });
  });
}

/** Makes access to storage throw, as in browsers that block it. */
export async function blockStorage(page: Page): Promise<void> {
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

/** Makes the requests for a script of the build fail, as without a network. */
export async function failScript(page: Page, name: string): Promise<void> {
  await page.route(new RegExp(`/assets/${name}-[\\w-]+\\.js$`), (route) => route.abort());
}

/** Runs an action on a page of a new browser profile without JavaScript. */
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
