/** Starts the real binary with its own data folder and port. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const binary = resolve(import.meta.dirname, "..", process.env["VITRINE_BIN"] ?? "../target/debug/vitrine");

export const admin = { email: "ana.admin@exemplo.com.br", password: "uma senha bem comprida" };

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

  /** Starts a server with the administrator `admin` by default. An empty variable counts as unset. */
  static async start(variables: Record<string, string> = {}): Promise<Server> {
    const server = new Server({
      VITRINE_ADMIN_EMAIL: admin.email,
      VITRINE_ADMIN_PASSWORD: admin.password,
      ...variables,
    });
    await server.#ready();
    return server;
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

  /** Output so far. */
  get output(): string {
    return this.#output;
  }

  /** Runs another command of the binary with the same data. */
  command(args: string[], input?: string): string {
    return execFileSync(binary, args, { cwd: this.#home, env: this.#environment, encoding: "utf8", input });
  }

  /** Kills the process, as a power cut would. */
  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = new Promise((done) => this.#process.once("exit", done));
    this.#process.kill("SIGKILL");
    await ended;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#home, { recursive: true, force: true });
  }

  #spawn(): ChildProcess {
    const child = spawn(binary, ["serve"], {
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
      if (this.#listening()) {
        const answer = await fetch(`${this.#url}/healthz/ready`).catch(() => undefined);
        if (answer?.ok) return;
      }
      await sleep(50);
    }
    await this.stop();
    throw new Error(`the server did not become ready:\n${this.#output}`);
  }

  /** Reads the port from the log; a restart uses the same one. */
  #listening(): boolean {
    const address = /\baddress"?[=:]"?(127\.0\.0\.1:\d+)/.exec(this.#output)?.[1];
    if (address === undefined) return false;
    this.#url = `http://${address}`;
    this.#environment["VITRINE_ADDR"] = address;
    return true;
  }
}
