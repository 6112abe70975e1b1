/** Processor time per cached home page, compared with nginx sending the same bytes from a file. */
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { childrenOf, cpuSeconds, median, need, table } from "./lib/machine.mjs";
import { Vitrine, freePort } from "./lib/vitrine.mjs";
import { wrk } from "./lib/wrk.mjs";

export const title = "Processor time per cached home page";
const ROUNDS = 5;
const HEADERS = { "Accept-Encoding": "gzip" };

export async function measure() {
  need("wrk", "nginx", "taskset");
  const vitrine = await new Vitrine().start({ pin: 0 });
  const page = await download(vitrine.url);
  const nginx = await startNginx(page);
  const servers = { vitrine: { url: vitrine.url, pid: vitrine.pid }, nginx };
  const cost = { vitrine: [], nginx: [] };
  const speed = { vitrine: [], nginx: [] };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, { url, pid }] of Object.entries(servers)) {
        const before = cpuSeconds(pid);
        const { requests, perSecond } = await wrk(`${url}/`, { seconds: 6, headers: HEADERS });
        cost[name].push(((cpuSeconds(pid) - before) / requests) * 1e6);
        speed[name].push(perSecond);
      }
    }
  } finally {
    await nginx.stop();
    await vitrine.remove();
  }
  const rows = Object.keys(servers).map((name) => [
    name,
    `${median(cost[name]).toFixed(1)} µs`,
    `${Math.min(...cost[name]).toFixed(1)}–${Math.max(...cost[name]).toFixed(1)} µs`,
    Math.round(median(speed[name])),
  ]);
  const ratio = median(cost.vitrine) / median(cost.nginx);
  const note = `Ratio ${ratio.toFixed(2)}. ${page.body.length} bytes of gzip, the same headers from both, one processor each.`;
  return `${table(["Server", "CPU per page (median)", "Range", "Pages per second"], rows)}\n\n${note}`;
}

/** Returns the headers and the compressed page, after the cache has compressed it at the highest quality. */
async function download(url) {
  await request(url);
  await sleep(3000);
  return request(url);
}

function request(url) {
  return new Promise((done, fail) => {
    get(url, { headers: HEADERS }, (answer) => {
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
