/** A real mail server for a test: smtp-server.mjs in a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

interface Mail {
  to: string[];
  /** As it came over the wire. */
  raw: string;
}

export class MailServer {
  readonly port: number;
  readonly #process: ChildProcess;
  readonly #taken: Mail[];

  private constructor(child: ChildProcess, port: number, taken: Mail[]) {
    this.#process = child;
    this.port = port;
    this.#taken = taken;
  }

  static async start(port = 0): Promise<MailServer> {
    const script = join(import.meta.dirname, "smtp-server.mjs");
    const child = spawn(process.execPath, [script, JSON.stringify({ port })], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const taken: Mail[] = [];
    const bound = await new Promise<number>((done) => {
      createInterface({ input: child.stdout }).on("line", (line) => {
        const said = JSON.parse(line) as Partial<Mail> & { port?: number };
        if (said.port !== undefined) done(said.port);
        if (said.to && said.raw !== undefined) taken.push({ to: said.to, raw: said.raw });
      });
    });
    return new MailServer(child, bound, taken);
  }

  /** The links in everything it has taken for somebody, the newest last. */
  linksTo(email: string): string[] {
    const mails = this.#taken.filter(({ to }) => to.includes(email));
    return mails.flatMap(({ raw }) => decoded(raw).match(/https?:\/\/[^\s<>"]+/g) ?? []);
  }

  /** Everything it has taken for somebody, as it came over the wire. */
  sentTo(email: string): string[] {
    return this.#taken.filter(({ to }) => to.includes(email)).map(({ raw }) => raw);
  }

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

/** Quoted-printable, undone as far as addresses need it. */
function decoded(raw: string): string {
  return raw
    .replaceAll("=\r\n", "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll("&amp;", "&");
}
