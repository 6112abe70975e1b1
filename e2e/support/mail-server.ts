/** A real mail server for a test: smtp-server.mjs in a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

export class MailServer {
  readonly port: number;
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#process = child;
    this.port = port;
  }

  static async start(port = 0): Promise<MailServer> {
    const script = join(import.meta.dirname, "smtp-server.mjs");
    const child = spawn(process.execPath, [script, JSON.stringify({ port })], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const first = await new Promise<string>((done) => {
      createInterface({ input: child.stdout }).on("line", done);
    });
    return new MailServer(child, (JSON.parse(first) as { port: number }).port);
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
