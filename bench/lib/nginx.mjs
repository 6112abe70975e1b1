/** Runs nginx with the same bytes and headers as answers of the server, from files that are compressed in advance. */
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import { childrenOf } from "./machine.mjs";
import { freePort } from "./vitrine.mjs";

/** Debian's module for `brotli_static`. */
const BROTLI_MODULE = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so";

/** Headers that nginx writes itself. */
const OWN_HEADERS = new Set([
  ...["content-type", "content-encoding", "content-length", "etag", "date", "connection", "keep-alive"],
  ...["vary", "transfer-encoding", "x-request-id"],
]);

/** Returns an answer of a server in all encodings, after its cache has compressed it at the highest quality. */
export async function download(url, path) {
  const isCompressed = (await request(url + path, "br")).headers["content-encoding"] === "br";
  if (isCompressed) await sleep(3000);
  const { headers, body } = await request(url + path, "br");
  const plain = isCompressed ? brotliDecompressSync(body) : body;
  return { path, headers, plain, gzip: isCompressed && gzipSync(plain), br: isCompressed && body };
}

/** Returns the headers and the body of an answer, without decompressing it. */
export function request(url, encoding) {
  return new Promise((done, fail) => {
    get(url, { headers: { "Accept-Encoding": encoding } }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => done({ headers: answer.headers, body: Buffer.concat(parts) }));
    }).once("error", fail);
  });
}

/** Starts nginx on processor `pin`, with answers that `download` returned. */
export async function startNginx(answers, { pin = 0 } = {}) {
  if (!existsSync(BROTLI_MODULE)) throw new Error("bench: install libnginx-mod-http-brotli-static first");
  const home = mkdtempSync(join(tmpdir(), "vitrine-bench-nginx-"));
  chmodSync(home, 0o755);
  const port = await freePort();
  const locations = answers.map(({ path, headers, plain, gzip, br }, index) => {
    const file = join(home, String(index));
    writeFileSync(file, plain);
    if (gzip) writeFileSync(`${file}.gz`, gzip);
    if (br) writeFileSync(`${file}.br`, br);
    const added = Object.entries(headers)
      .filter(([name]) => !OWN_HEADERS.has(name))
      .map(([name, value]) => `add_header ${name} "${String(value).replaceAll('"', '\\"')}";`);
    return `location = ${path} { default_type "${headers["content-type"]}"; try_files /${index} =404; ${added.join(" ")} }`;
  });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${home};`,
  );
  writeFileSync(
    join(home, "nginx.conf"),
    `load_module ${BROTLI_MODULE}; daemon off; worker_processes 1; pid ${home}/pid; error_log ${home}/error.log;
     events { worker_connections 1024; }
     http {
       ${temporary.join(" ")}
       access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
       open_file_cache max=100; open_file_cache_valid 600s;
       types { }
       server {
         listen 127.0.0.1:${port} reuseport; gzip_static on; brotli_static on; gzip_vary on;
         root ${home};
         ${locations.join("\n")}
       }
     }`,
  );
  const command = ["nginx", "-c", join(home, "nginx.conf")];
  const child = spawn("taskset", ["-c", String(pin), ...command], {
    stdio: "inherit",
  });
  const ended = new Promise((done) => child.once("exit", done));
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 100; attempt++) {
    await sleep(50);
    if ((await fetch(url + answers[0].path).catch(() => undefined))?.ok) break;
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
