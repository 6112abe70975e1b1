/** Runs the release binary with its own port and data folder, and calls it. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { need } from "./machine.mjs";
import { Seeder } from "./seed.mjs";

const BINARY = resolve(import.meta.dirname, "../..", process.env.VITRINE_BIN ?? "target/release/vitrine");
export const ADMIN = { email: "bench@exemplo.com.br", password: "uma senha bem comprida" };

/** URL of the PostgreSQL server that `scripts/with-postgres` starts. If it is not set, the database is SQLite. */
const POSTGRES = process.env.TEST_POSTGRES_URL;

export class Vitrine {
  database = POSTGRES ? "PostgreSQL" : "SQLite";

  constructor() {
    if (!existsSync(BINARY)) throw new Error(`bench: ${BINARY} is missing; run \`make build\` first`);
    // BENCH_DIR selects the disk of the database.
    this.home = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), "vitrine-bench-"));
    if (POSTGRES) this.postgres = this.#createDatabase();
  }

  /** Creates a PostgreSQL database and returns its URL. */
  #createDatabase() {
    need("psql");
    const url = new URL(POSTGRES);
    url.pathname = basename(this.home).toLowerCase();
    this.#onServer(`CREATE DATABASE "${url.pathname.slice(1)}"`);
    return url.href;
  }

  #onServer(statement) {
    execFileSync("psql", [POSTGRES, "--no-psqlrc", "-qc", statement]);
  }

  /** Starts the server and doesn't wait until it is ready. `pin` is the number of its processor; `env` overrides its settings. */
  async spawn({ pin, env } = {}) {
    this.port ??= await freePort();
    this.url = `http://127.0.0.1:${this.port}`;
    const command = pin === undefined ? [BINARY, "serve"] : ["taskset", "-c", String(pin), BINARY, "serve"];
    this.process = spawn(command[0], command.slice(1), {
      cwd: this.home,
      stdio: "ignore",
      env: {
        PATH: process.env.PATH,
        VITRINE_ADDR: `127.0.0.1:${this.port}`,
        VITRINE_DATA_DIR: join(this.home, "data"),
        VITRINE_RATE_LIMITS: "off",
        VITRINE_ADMIN_EMAIL: ADMIN.email,
        VITRINE_ADMIN_PASSWORD: ADMIN.password,
        ...(this.postgres && { VITRINE_DATABASE_URL: this.postgres }),
        ...env,
      },
    });
    this.isStopping = false;
    this.ended = new Promise((done) =>
      this.process.once("exit", (code, signal) => {
        if (!this.isStopping) console.error(`bench: the server ended unexpectedly: ${signal ?? code}`);
        done();
      }),
    );
    return this;
  }

  /** Starts the server and waits until it is ready. */
  async start(options) {
    await this.spawn(options);
    for (let attempt = 0; attempt < 600; attempt++) {
      const answer = await fetch(`${this.url}/healthz/ready`).catch(() => undefined);
      if (answer?.ok) return this;
      await sleep(20);
    }
    throw new Error("bench: the server did not become ready");
  }

  /** Stops the server, calls `add` with a `Seeder`, and starts the server again. */
  async fill(add) {
    await this.stop();
    add(new Seeder({ home: this.home, postgres: this.postgres }));
    await this.start();
  }

  get pid() {
    return this.process.pid;
  }

  /** Signs in as administrator and returns the headers of the session. */
  async signIn() {
    const answer = await this.#login(ADMIN);
    return { Authorization: `Bearer ${(await answer.json()).token}` };
  }

  /** Makes the rules assign all new contacts to the administrator, who takes all turns. */
  async assignInTurn() {
    const headers = await this.signIn();
    const { id } = await send(`${this.url}/api/auth/me`, "GET", undefined, headers);
    const rules = { mode: "round_robin", answerer: true, turns: [id], services: [] };
    await send(`${this.url}/api/contacts/assignment`, "PUT", rules, headers);
  }

  /** Signs in and returns the status of the response. The server may refuse a sign-in under load. */
  async trySignIn(credentials = ADMIN) {
    const answer = await this.#login(credentials);
    await answer.arrayBuffer();
    return answer.status;
  }

  #login(credentials) {
    return this.post("/api/auth/login", credentials);
  }

  post(path, body) {
    return fetch(`${this.url}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  }

  /** Returns the paths of the pages in the sitemap. */
  async sitemapPaths() {
    const sitemap = await (await fetch(`${this.url}/sitemap.xml`)).text();
    return [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address]) => new URL(address).pathname);
  }

  async stop() {
    this.isStopping = true;
    this.process.kill("SIGTERM");
    await this.ended;
  }

  /** Stops the server and deletes its data. */
  async remove() {
    await this.stop();
    if (this.postgres) this.#onServer(`DROP DATABASE "${new URL(this.postgres).pathname.slice(1)}"`);
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** Sends JSON and returns the JSON of the response; throws on an error status. */
export async function send(url, method, body, headers) {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`bench: ${method} ${url}: ${answer.status} ${text}`);
  return text ? JSON.parse(text) : undefined;
}

export function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}
