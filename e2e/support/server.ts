/** Runs the real binary with its own data folder and port. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";

const BINARY = resolve(import.meta.dirname, "..", process.env["VITRINE_BIN"] ?? "../target/debug/vitrine");

/** The administrator of every server, unless a test starts it without one. */
export const ADMIN = { email: "ana.admin@exemplo.com.br", password: "uma senha bem comprida" };

export class Server {
  #url = "";
  #process: ChildProcess;
  readonly #home: string;
  readonly #environment: NodeJS.ProcessEnv;
  #output = "";

  private constructor(variables: Record<string, string>) {
    this.#home = mkdtempSync(join(tmpdir(), "vitrine-e2e-"));
    const { PATH, HOME } = process.env;
    this.#environment = {
      ...(PATH && { PATH }),
      ...(HOME && { HOME }),
      VITRINE_ADDR: "127.0.0.1:0",
      VITRINE_DATA_DIR: join(this.#home, "data"),
      VITRINE_RATE_LIMITS: "off",
      ...variables,
    };
    this.#process = this.#spawn();
  }

  /** Starts a server with the administrator `ADMIN`. `variables` are further environment variables; an empty one counts as unset. */
  static async start(variables: Record<string, string> = {}): Promise<Server> {
    const server = new Server({
      VITRINE_ADMIN_EMAIL: ADMIN.email,
      VITRINE_ADMIN_PASSWORD: ADMIN.password,
      ...variables,
    });
    await server.#ready();
    return server;
  }

  /** Starts a server without an administrator, which prints a setup link. */
  static startWithoutAdmin(): Promise<Server> {
    return Server.start({ VITRINE_ADMIN_EMAIL: "", VITRINE_ADMIN_PASSWORD: "" });
  }

  /** Starts the server again after `kill`, with the same data and port. */
  async restart(): Promise<void> {
    this.#process = this.#spawn();
    await this.#ready();
  }

  get url(): string {
    return this.#url;
  }

  /** The data folder. */
  get folder(): string {
    return join(this.#home, "data");
  }

  /** Path and secret of the printed setup link. */
  get setupLink(): string {
    const link = /\/admin\/setup#\S+/.exec(this.#output)?.[0];
    if (link === undefined) throw new Error(`the server printed no setup link:\n${this.#output}`);
    return link;
  }

  /** Runs another command of the binary with the same data. */
  command(args: string[], input?: string): string {
    return execFileSync(BINARY, args, { cwd: this.#home, env: this.#environment, encoding: "utf8", input });
  }

  /** Kills the process with SIGKILL, as in a crash, and waits until it has ended. */
  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = new Promise((done) => this.#process.once("exit", done));
    this.#process.kill("SIGKILL");
    await ended;
  }

  /** Kills the process and deletes its data. */
  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#home, { recursive: true, force: true });
  }

  #spawn(): ChildProcess {
    const child = spawn(BINARY, ["serve"], {
      cwd: this.#home,
      env: this.#environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => (this.#output += text));
    }
    return child;
  }

  async #ready(): Promise<void> {
    for (let attempt = 0; attempt < 300; attempt++) {
      if (this.#process.exitCode !== null) break;
      if (this.#isListening()) {
        const answer = await fetch(`${this.#url}/healthz/ready`).catch(() => undefined);
        if (answer?.ok) return;
      }
      await sleep(50);
    }
    await this.stop();
    throw new Error(`the server did not become ready:\n${this.#output}`);
  }

  /** Reads the address from the log and stores it for restarts. Returns whether the log has it. */
  #isListening(): boolean {
    const address = /\baddress"?[=:]"?(127\.0\.0\.1:\d+)/.exec(this.#output)?.[1];
    if (address === undefined) return false;
    this.#url = `http://${address}`;
    this.#environment["VITRINE_ADDR"] = address;
    return true;
  }
}

/** Runs an action with a page of a server that is started for it, such as `Server.start()`, and then stops the server. */
export async function onServer(
  browser: Browser,
  starting: Promise<Server>,
  action: (page: Page, server: Server) => Promise<void>,
): Promise<void> {
  const server = await starting;
  const context = await browser.newContext({ baseURL: server.url });
  try {
    await action(await context.newPage(), server);
  } finally {
    await context.close();
    await server.stop();
  }
}
