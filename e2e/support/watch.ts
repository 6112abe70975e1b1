/** Records what pages must not do: log to the console, throw, violate the content security policy, call other hosts. */
import type { BrowserContext, ConsoleMessage, Page } from "@playwright/test";

const FAILED_LOAD = "^error: Failed to load resource: ";
/** Console message of the browser about a response with an error status. `path` is a pattern for the start of the path. */
export const failedCall = (status: number, path = "/") =>
  new RegExp(`${FAILED_LOAD}the server responded with a status of ${status} \\(.*\\) http://[^/]+${path}`);
/** Console message of the browser about a request without a response. `path` is a pattern for the start of the path. */
export const failedRequest = (path: string) => new RegExp(`${FAILED_LOAD}net::ERR_\\S+ http://[^/]+${path}`);
/** Console messages of the browser and the page about a missing page. `path` is a pattern for the start of the path. */
export const missingPage = (path: string) =>
  new RegExp(`${failedCall(404, path).source}|^error: 404 ${path}`);
/** Console messages of the browser while the server is unreachable. */
export const UNREACHABLE = /^error: .*net::ERR_(CONNECTION_REFUSED|EMPTY_RESPONSE|CONNECTION_RESET)/;
/** Console messages of a refused sign-in and sign-up, whose text is fixed for compatibility. */
export const FAILED_SIGN_IN = /^error: Erro no login/;
export const FAILED_SIGN_UP = /^error: Erro ao criar conta/;
/** Console message of a page whose session has ended, whose text is fixed for compatibility. */
export const ENDED_SESSION = /^error: Erro ao verificar autenticação/;

const OWN_HOSTS = ["127.0.0.1", "localhost"];

export class Watch {
  readonly #problems: string[] = [];
  readonly #allowed: RegExp[] = [];
  #hosts: readonly string[] = OWN_HOSTS;

  /** Watches all pages of a browser profile. */
  add(context: BrowserContext): void {
    context.on("console", (message) => this.#console(message));
    context.on("weberror", (error) => this.#problems.push(`exception: ${error.error().message}`));
    context.on("request", (request) => {
      const url = new URL(request.url());
      const isOwn = this.#hosts.includes(url.hostname) || ["data:", "blob:", "about:"].includes(url.protocol);
      if (!isOwn) this.#problems.push(`request to another host: ${url.href}`);
    });
    context.on("page", (page: Page) => page.on("crash", () => this.#problems.push("the page crashed")));
  }

  /** Allows console messages that the test causes, such as the browser's message about a 401. */
  allow(message: RegExp): void {
    this.#allowed.push(message);
  }

  /** Allows requests to other hosts. */
  allowHosts(hosts: readonly string[]): void {
    this.#hosts = [...this.#hosts, ...hosts];
  }

  /** Forgets the problems so far, for the tests of `Watch`. */
  clear(): void {
    this.#problems.length = 0;
  }

  get problems(): string[] {
    return this.#problems;
  }

  #console(message: ConsoleMessage): void {
    // The browser's text doesn't name the address of the resource.
    const url = message.text().startsWith("Failed to load resource") ? ` ${message.location().url}` : "";
    const text = `${message.type()}: ${message.text()}${url}`;
    if (!this.#allowed.some((pattern) => pattern.test(text))) this.#problems.push(`console ${text}`);
  }
}
