/** Effect of floods of public requests on a visitor who reads cached pages, and on memory. */
import { execFileSync, fork } from "node:child_process";
import { Agent, get } from "node:http";
import { cpus } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { crc32, deflateSync } from "node:zlib";
import { memory, need, quantile, table } from "./lib/machine.mjs";
import { post } from "./lib/records.mjs";
import { Vitrine, send } from "./lib/vitrine.mjs";
import { wrk } from "./lib/wrk.mjs";

export const title = "Floods beside a visitor";
const CONNECTIONS = 50;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const POSTS = 40;
const SLOW_READERS = 400;
/** The visitor's p99 may be `ms`, or `times` the p99 during a flood of `GET /` if that is more. Memory may grow by `mib`. */
const LIMIT = { ms: 50, times: 3, mib: 100 };
const PAGES = ["/", "/sobre", "/servicos", "/blog", "/contato"];
const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";
/** A password whose strength is slow to estimate, because most of its characters can be substitutes of letters. */
const SLOW_PASSWORD = "4@8({[<3691!|70$5+%2abcdefghijkl";

const call = (path, options = {}) => ({ name: `GET ${path}`, method: "GET", path, ...options });
const json = (path, body) => ({ name: `POST ${path}`, method: "POST", path, type: JSON_TYPE, body: JSON.stringify(body) });
const form = (path, body) => ({ name: `POST ${path} (form)`, method: "POST", path, type: FORM, body });
const multipart = (path, name, text) => ({
  ...form(path, `--limit\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n--limit--\r\n`),
  type: "multipart/form-data; boundary=limit",
});
const named = (name, flood) => ({ ...flood, name: `${flood.name}, ${name}` });
const fromManyNetworks = (flood) => ({ ...named("each from a different network", flood), hasManyNetworks: true });

// `{n}` in paths and bodies is replaced with an increasing number.
const SECRET = "a".repeat(43);
const CONTACT = { name: "Ana", email: "ana{n}@exemplo.com.br", phone: "(11) 91234-5678", company: "Padaria" };
const WRONG_SIGN_IN = { email: "bench@exemplo.com.br", password: "errada" };
const REGISTRATION = { email: "ana{n}@exemplo.com.br", full_name: "Ana Souza", password: SLOW_PASSWORD };
const VIEW = { kind: "view", page: "/pagina-{n}", referrer: "www.google.com", utm_source: "fonte-{n}" };
const CHOICE = {
  id: "00000000-0000-4000-8000-000000000000",
  version: "0123456789abcdef",
  trackers: ["google_analytics"],
  categories: ["statistics"],
};
const REQUEST = "kind=access&name=Ana&email=ana{n}%40exemplo.com.br&message=Quais+dados%3F";
const PASSKEY = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  extensions: {},
  response: { authenticatorData: "AAAA", clientDataJSON: "AAAA", signature: "AAAA", userHandle: null },
};

const pageFloods = (picture) => [
  call("/?x={n}"),
  call("/nada/{n}"),
  call("/blog?pagina=2&x={n}"),
  call("/blog?busca=nuvem"),
  fromManyNetworks(call("/blog?busca=nuvem+{n}")),
  call("/blog/nada-{n}"),
  call("/blog/categoria/nada-{n}"),
  call("/contato?servico=nada-{n}"),
  call("/previa/{n}"),
  call("/privacidade/versoes/{n}"),
  call(`/privacidade/pedido/confirmar?token=${SECRET}{n}`),
  call("/newsletter/edicoes/nada-{n}"),
  call(`/newsletter/cancelar?token=${SECRET}{n}`),
  call("/sitemap.xml"),
  call("/blog/feed.xml"),
  call("/admin/contacts"),
  call("/auth/convite"),
  call("/favicon.ico"),
  call("/og/inicio.png"),
  call("/og/blog/nada-{n}.png"),
  call("/media/company/nada-{n}.png"),
  named("4 MB", { ...call(picture), name: "GET /media/…" }),
  call("/assets/colors/1d4fb8.css?v={n}"),
  call("/healthz/ready"),
];
const API_FLOODS = [
  call("/api/blog?limit=100"),
  call("/api/blog?limit=100&search=a"),
  fromManyNetworks(call("/api/blog?limit=100&search=a{n}")),
  fromManyNetworks(call("/api/blog?limit=100")),
  call("/api/services"),
  call("/api/menu-items"),
  call("/api/footer-sections"),
  call("/api/accent-colors?color=%231d4fb8"),
  call("/api/openapi.json"),
  call("/api/auth/me", { headers: { Authorization: `Bearer ${SECRET}` } }),
  call("/api/contacts"),
  call("/api/nada/{n}"),
];
const WRITE_FLOODS = [
  json("/api/contacts", { ...CONTACT, message: "Pedido {n}" }),
  fromManyNetworks(json("/api/contacts", { ...CONTACT, message: "Pedido {n}" })),
  named("refused", json("/api/contacts", {})),
  named("100 KB", json("/api/contacts", { ...CONTACT, message: "a".repeat(100_000) })),
  form("/contato", "name=Ana&email=nada&message={n}"),
  json("/api/newsletter/subscriptions", { email: "ana{n}@exemplo.com.br" }),
  form("/newsletter", "email=nada{n}"),
  json("/api/newsletter/subscriptions/confirm", { token: `${SECRET}{n}` }),
  json("/api/newsletter/subscriptions/unsubscribe", { token: `${SECRET}{n}` }),
  form(`/newsletter/cancelar?token=${SECRET}{n}`, "List-Unsubscribe=One-Click"),
  form(`/newsletter/confirmar?token=${SECRET}{n}`, "a=b"),
  json(`/api/newsletter/reports/${SECRET}`, [{ event: "bounce", email: "ana{n}@exemplo.com.br" }]),
  json("/api/visits", VIEW),
  fromManyNetworks(json("/api/visits", VIEW)),
  json("/api/consents", CHOICE),
  fromManyNetworks(json("/api/consents", CHOICE)),
  form("/privacidade/pedido", REQUEST),
  fromManyNetworks(form("/privacidade/pedido", REQUEST)),
  form(`/privacidade/pedido/confirmar?token=${SECRET}{n}`, "a=b"),
  multipart("/privacidade/certificado", "certificate", "{n}".repeat(1000)),
];
const ACCOUNT_FLOODS = [
  json("/api/auth/login", WRONG_SIGN_IN),
  fromManyNetworks(json("/api/auth/login", { ...WRONG_SIGN_IN, email: "ana{n}@exemplo.com.br" })),
  json("/api/auth/register", REGISTRATION),
  fromManyNetworks(json("/api/auth/register", REGISTRATION)),
  json("/api/auth/logout", {}),
  json("/api/auth/password-reset", { email: "bench@exemplo.com.br" }),
  json("/api/auth/password-reset/confirm", { token: `${SECRET}{n}`, password: SLOW_PASSWORD }),
  json("/api/auth/email-verification/confirm", { token: `${SECRET}{n}` }),
  json("/api/auth/invitations/lookup", { token: `${SECRET}{n}` }),
  json("/api/auth/invitations/accept", { token: `${SECRET}{n}`, password: SLOW_PASSWORD }),
  json("/api/auth/setup/lookup", { token: `${SECRET}{n}` }),
  json("/api/auth/login/second-factor", { challenge: `${SECRET}{n}`, code: "123456" }),
  json("/api/auth/login/passkey/challenge", {}),
  json("/api/auth/login/passkey", { challenge: SECRET, credential: PASSKEY }),
];

export async function measure() {
  need("wrk", "taskset");
  // All processes except the server, including this one, run on the last processor.
  execFileSync("taskset", ["-apc", String(cpus().length - 1), String(process.pid)]);
  const env = { VITRINE_RATE_LIMITS: "on", VITRINE_TRUSTED_PROXIES: "127.0.0.1" };
  const vitrine = await new Vitrine().start({ pin: 0, env });
  try {
    const picture = await createContent(vitrine);
    const only = process.env.BENCH_ONLY;
    const floods = [...pageFloods(picture), ...API_FLOODS, ...WRITE_FLOODS, ...ACCOUNT_FLOODS].filter(
      ({ name }) => !only || name.includes(only),
    );
    await sleep(2000);
    const idle = memory(vitrine.pid).rss;
    const baseline = await runFlood(vitrine, call("/"), 0);
    const rows = [];
    for (const [index, flood] of floods.entries()) rows.push(await runFlood(vitrine, flood, index + 1));
    const slowReaders = `${SLOW_READERS} connections that request a picture and read nothing`;
    rows.push(await measureBeside(vitrine, slowReaders, () => holdConnections(vitrine, picture)));
    return report(idle, baseline, rows);
  } finally {
    await vitrine.remove();
  }
}

/** Creates long posts and a large picture, and requests the pages so that they are cached. Returns the picture's path. */
async function createContent(vitrine) {
  const headers = await vitrine.signIn();
  for (let number = 1; number <= POSTS; number++) {
    const long = { ...post(number), content: post(number).content.repeat(3), is_published: true };
    await send(`${vitrine.url}/api/blog`, "POST", long, headers);
  }
  const body = new FormData();
  body.append("file", new Blob([noise(1150)], { type: "image/png" }), "ruido.png");
  const sent = await fetch(`${vitrine.url}/api/media`, { method: "POST", headers, body });
  if (sent.status !== 201) throw new Error(`bench: uploading the picture failed with ${sent.status}`);
  for (const path of PAGES) await (await fetch(vitrine.url + path)).arrayBuffer();
  return (await sent.json()).url;
}

/** Returns a square PNG of incompressible noise. */
function noise(side) {
  const rows = Buffer.alloc(side * (1 + 3 * side));
  let state = 1;
  for (let at = 0; at < rows.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    rows[at] = at % (1 + 3 * side) === 0 ? 0 : state >>> 24;
  }
  const bigEndian = (value) => Buffer.from(Uint32Array.of(value).buffer).reverse();
  const chunk = (kind, data) => {
    const content = Buffer.concat([Buffer.from(kind), data]);
    return Buffer.concat([bigEndian(data.length), content, bigEndian(crc32(content))]);
  };
  const header = Buffer.concat([bigEndian(side), bigEndian(side), Buffer.from([8, 2, 0, 0, 0])]);
  const start = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([start, chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}

const runFlood = (vitrine, flood, index) =>
  measureBeside(vitrine, flood.name, () =>
    wrk(vitrine.url, {
      seconds: SECONDS,
      connections: CONNECTIONS,
      script: join(import.meta.dirname, "lib/flood.lua"),
      args: [flood.method, flood.path, flood.type ?? "", flood.body ?? ""],
      // Each flood comes from its own network, because rate limits count by network.
      headers: {
        ...flood.headers,
        "X-Forwarded-For": `8.8.${index}.1`,
        "Accept-Encoding": "gzip, deflate, br",
        ...(flood.hasManyNetworks && { "X-Networks": "many" }),
      },
      refusals: true,
    }),
  );

/** Reads cached pages one by one while `work` runs. Returns a row of the report. */
async function measureBeside(vitrine, name, work) {
  await sleep(500);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = [];
  let [peak, failed, isDone] = [0, 0, false];
  const working = work().finally(() => (isDone = true));
  working.catch(() => undefined); // reported below
  const watching = watch();
  while (!isDone) {
    const from = performance.now();
    const isOk = await read(vitrine.url + PAGES[times.length % PAGES.length], agent);
    times.push(performance.now() - from);
    if (!isOk) failed++;
    await sleep(5);
  }
  agent.destroy();
  await watching;
  const { requests, refused } = await working;
  const [p50, p99, slowest] = [0.5, 0.99, 1].map((part) => quantile(times, part));
  return { name, requests, refused, pages: times.length, failed, p50, p99, slowest, peak };

  async function watch() {
    while (!isDone) {
      peak = Math.max(peak, memory(vitrine.pid).rss);
      await sleep(100);
    }
  }
}

/** Requests a page. Returns whether the response is a complete 200. */
function read(url, agent) {
  return new Promise((done) => {
    const request = get(url, { agent, headers: { "Accept-Encoding": "br" } }, (answer) => {
      answer.resume();
      answer.once("end", () => done(answer.statusCode === 200)).once("error", () => done(false));
    });
    request.once("error", () => done(false));
  });
}

/** Requests a picture on many connections that read nothing. A separate process does this, so that the visitor isn't delayed. */
async function holdConnections(vitrine, picture) {
  const readers = fork(join(import.meta.dirname, "lib/slow-readers.mjs"), [vitrine.port, SLOW_READERS, picture]);
  await sleep(SECONDS * 1000);
  readers.kill();
  return { requests: SLOW_READERS, refused: 0 };
}

function report(idle, baseline, floods) {
  const limit = Math.max(LIMIT.ms, LIMIT.times * baseline.p99);
  const rows = [baseline, ...floods].map((row) => ({ ...row, grown: row.peak - idle }));
  const isOver = ({ p99, grown, failed }) => p99 > limit || grown > LIMIT.mib || failed > 0;
  const ms = (value) => `${value.toFixed(1)} ms`;
  const line = (row) => [
    ...[row.name, row.requests, row.refused, row.pages, row.failed],
    ...[ms(row.p50), ms(row.p99), ms(row.slowest), `${row.grown.toFixed(0)} MiB`, isOver(row) ? "over" : ""],
  ];
  const head = ["Flood", "Requests", "Refused", "Visitor's pages", "Failed", "p50", "p99", "Slowest", "Memory", ""];
  const over = rows.filter(isOver).length;
  const verdict = over === 0 ? "All are within." : `${over} are over.`;
  return `${table(head, rows.map(line))}

${CONNECTIONS} connections for ${SECONDS} s each, limits on. The visitor's p99 may be ${ms(limit)} (${LIMIT.ms} ms or ${LIMIT.times} times
that beside \`GET /\`), memory may grow by ${LIMIT.mib} MiB, no page may fail. ${verdict}`;
}
