/** Mail server for tests: runs `smtp-server.mjs` in its own process. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "@playwright/test";

interface Mail {
  to: string[];
  /** The message as received. */
  raw: string;
}

export class MailServer {
  readonly port: number;
  readonly #process: ChildProcess;
  readonly #accepted: Mail[];

  private constructor(child: ChildProcess, port: number, accepted: Mail[]) {
    this.#process = child;
    this.port = port;
    this.#accepted = accepted;
  }

  static async start(port = 0): Promise<MailServer> {
    const script = join(import.meta.dirname, "smtp-server.mjs");
    const child = spawn(process.execPath, [script, JSON.stringify({ port })], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const accepted: Mail[] = [];
    const bound = await new Promise<number>((done) => {
      createInterface({ input: child.stdout }).on("line", (text) => {
        const line = JSON.parse(text) as Partial<Mail> & { port?: number };
        if (line.port !== undefined) done(line.port);
        if (line.to && line.raw !== undefined) accepted.push({ to: line.to, raw: line.raw });
      });
    });
    return new MailServer(child, bound, accepted);
  }

  /** Waits for a message to an address with a link that contains a text, and returns path and query of the first such link. */
  async waitForLink(email: string, text: string): Promise<string> {
    const find = () => this.#linksTo(email).find((link) => link.includes(text));
    await expect.poll(find, { message: `${text} for ${email}`, timeout: 15_000 }).toBeDefined();
    const { pathname, search } = new URL(find() ?? "");
    return pathname + search;
  }

  /** Returns the links in all messages to an address, oldest first. */
  #linksTo(email: string): string[] {
    const mails = this.#accepted.filter(({ to }) => to.includes(email));
    return mails.flatMap(({ raw }) => decoded(raw).match(/https?:\/\/[^\s<>"]+/g) ?? []);
  }

  /** Settings with which a `Server` sends its mail to this mail server. */
  get variables(): Record<string, string> {
    return {
      VITRINE_SMTP_URL: `smtp://127.0.0.1:${this.port}?tls=none`,
      VITRINE_MAIL_FROM: "Exemplo TI <site@exemplo.com.br>",
    };
  }

  async stop(): Promise<void> {
    const ended = new Promise((done) => this.#process.once("exit", done));
    this.#process.kill();
    await ended;
  }
}

/** Decodes quoted-printable text and `&amp;`, which is enough to read links. */
function decoded(raw: string): string {
  return raw
    .replaceAll("=\r\n", "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll("&amp;", "&");
}
