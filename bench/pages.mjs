/**
 * Processor time per cached home page, with own measurement on and off, of nginx sending the same bytes from a file, and per cached
 * list of posts of the API.
 */
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { childrenOf, cpuSeconds, median, need, table } from "./lib/machine.mjs";
import { Vitrine, freePort, send } from "./lib/vitrine.mjs";
import { wrk } from "./lib/wrk.mjs";

export const title = "Processor time per cached home page";
const ROUNDS = 5;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 6);
/** Names of the measured servers. */
const [ON, OFF, NGINX, LIST] = ["vitrine", "vitrine, own measurement off", "nginx", "vitrine, list of posts as JSON"];
/** Of a new site, this list and the home page have similar compressed sizes. */
const LIST_PATH = "/api/blog";
/** Values of the setting `own_measurement`. */
const STATES = { [ON]: "on", [OFF]: "off" };

export async function measure() {
  need("wrk", "nginx", "taskset");
  const vitrine = await new Vitrine().start({ pin: 0 });
  let nginx;
  try {
    const headers = await vitrine.signIn();
    const change = (state) =>
      send(`${vitrine.url}/api/settings/analytics`, "PUT", { own_measurement: state }, headers);
    const pages = {};
    const results = { [ON]: [], [OFF]: [], [NGINX]: [], [LIST]: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, state] of Object.entries(STATES)) {
        await change(state);
        pages[name] = await download(vitrine.url);
        results[name].push(await costOfPages(vitrine));
      }
      nginx ??= await startNginx(pages[ON]);
      results[NGINX].push(await costOfPages(nginx));
      results[LIST].push(await costOfPages(vitrine, LIST_PATH));
    }
    const list = await request(vitrine.url + LIST_PATH, "gzip");
    return [report(results, pages[ON], list), await firstLoads(vitrine, pages)].join("\n\n");
  } finally {
    await nginx?.stop();
    await vitrine.remove();
  }
}

/** Returns the processor time in microseconds per page, and the number of pages per second. */
async function costOfPages({ url, pid }, path = "/") {
  const before = cpuSeconds(pid);
  const { requests, perSecond } = await wrk(url + path, { seconds: SECONDS, headers: accepting("gzip") });
  return { cost: ((cpuSeconds(pid) - before) / requests) * 1e6, perSecond };
}

function report(results, page, list) {
  const costs = (name) => results[name].map(({ cost }) => cost);
  const rows = Object.entries(results).map(([name, rounds]) => [
    name,
    `${median(costs(name)).toFixed(1)} µs`,
    `${Math.min(...costs(name)).toFixed(1)}–${Math.max(...costs(name)).toFixed(1)} µs`,
    Math.round(median(rounds.map(({ perSecond }) => perSecond))),
  ]);
  const ratio = (name) => (median(costs(ON)) / median(costs(name))).toFixed(2);
  return `${table(["Server", "CPU per page (median)", "Range", "Pages per second"], rows)}

Ratio to nginx ${ratio(NGINX)}, to own measurement off ${ratio(OFF)}. ${page.body.length} bytes of gzip, the same headers from vitrine and nginx, one processor each. The list has ${list.body.length} bytes of gzip.`;
}

/** Returns a table with the bytes that a browser loads for the first page, besides styles, fonts and pictures. */
async function firstLoads({ url }, pages) {
  const rows = [];
  for (const [name, state] of Object.entries(STATES)) {
    const html = gunzipSync(pages[name].body).toString();
    const sizes = await Promise.all(scriptsOf(html).map((path) => compressedSize(url + path)));
    const scripts = sizes.reduce((sum, size) => sum + size, 0);
    const visit = html.includes('"measures_visits":true') ? await compressedSize(url + visitScript()) : 0;
    rows.push([state, pages[name].body.length, scripts, visit, pages[name].body.length + scripts + visit]);
  }
  const head = ["Own measurement", "HTML, gzip", "Scripts, brotli", "Script of visits, brotli", "Sum"];
  return `${table(head, rows)}\n\nBytes of the first load without styles, fonts and pictures. The script of visits is loaded when the page is idle.`;
}

/** Returns the paths of the scripts that a page loads at once. */
const scriptsOf = (html) => [
  ...new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path)),
];

/** Returns the path of the script that records visits. */
function visitScript() {
  const folder = resolve(import.meta.dirname, "../web/dist/client/assets");
  return `/assets/${readdirSync(folder).find((name) => /^visit-.*\.js$/.test(name))}`;
}

async function compressedSize(url) {
  const { headers, body } = await request(url, "br");
  if (headers["content-encoding"] !== "br") throw new Error(`bench: ${url} isn't compressed with brotli`);
  return body.length;
}

/** Returns the headers and the compressed page, after the cache has compressed it at the highest quality. */
async function download(url) {
  await request(url, "gzip");
  await sleep(3000);
  return request(url, "gzip");
}

const accepting = (encoding) => ({ "Accept-Encoding": encoding });

function request(url, encoding) {
  return new Promise((done, fail) => {
    get(url, { headers: accepting(encoding) }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => done({ headers: answer.headers, body: Buffer.concat(parts) }));
    }).once("error", fail);
  });
}

/** Starts nginx on processor 0 with the page's bytes and headers. */
async function startNginx(page) {
  const home = mkdtempSync(join(tmpdir(), "vitrine-bench-nginx-"));
  chmodSync(home, 0o755);
  const port = await freePort();
  writeFileSync(join(home, "index.html.gz"), page.body);
  writeFileSync(join(home, "index.html"), gunzipSync(page.body));
  const ownHeaders = [
    "content-type",
    "content-encoding",
    "content-length",
    "etag",
    "date",
    "connection",
    "keep-alive",
    "vary",
    "transfer-encoding",
  ];
  const added = Object.entries(page.headers)
    .filter(([name]) => !ownHeaders.includes(name))
    .map(([name, value]) => `add_header ${name} "${String(value).replaceAll('"', '\\"')}";`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${home};`,
  );
  writeFileSync(
    join(home, "nginx.conf"),
    `daemon off; worker_processes 1; pid ${home}/pid; error_log ${home}/error.log;
     events { worker_connections 1024; }
     http {
       ${temporary.join(" ")}
       access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; open_file_cache max=10;
       types { text/html html; } charset utf-8;
       server { listen 127.0.0.1:${port}; root ${home}; gzip_static on; gzip_vary on; ${added.join(" ")} }
     }`,
  );
  const child = spawn("taskset", ["-c", "0", "nginx", "-c", join(home, "nginx.conf")], {
    stdio: "inherit",
  });
  const ended = new Promise((done) => child.once("exit", done));
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 100; attempt++) {
    await sleep(50);
    if ((await fetch(url).catch(() => undefined))?.ok) break;
  }
  return {
    url,
    pid: childrenOf(child.pid)[0],
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      rmSync(home, { recursive: true });
    },
  };
}
