/** Runs nginx with the same bytes and headers as answers of the server, from files that are compressed in advance. */
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { childrenOf } from "./machine.mjs";
import { freePort } from "./vitrine.mjs";

/** Debian's module for `brotli_static`. */
const BROTLI_MODULE = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so";

/** Headers that nginx writes itself. */
const OWN_HEADERS = new Set([
  ...["content-type", "content-encoding", "content-length", "etag", "date", "connection", "keep-alive"],
  ...["vary", "transfer-encoding", "x-request-id"],
]);

/**
 * Starts nginx on processor 0. `answers` are paths with a content type, the headers of the server, and the plain body and those of
 * each encoding. `root` is a folder whose files it serves, too.
 */
export async function startNginx(answers, { pin = 0, root } = {}) {
  if (!existsSync(BROTLI_MODULE)) throw new Error("bench: install libnginx-mod-http-brotli-static first");
  const home = mkdtempSync(join(tmpdir(), "vitrine-bench-nginx-"));
  chmodSync(home, 0o755);
  const port = await freePort();
  const locations = answers.map(({ path, type, headers, plain, gzip, br }, index) => {
    const file = join(home, String(index));
    writeFileSync(file, plain);
    writeFileSync(`${file}.gz`, gzip);
    writeFileSync(`${file}.br`, br);
    const added = Object.entries(headers)
      .filter(([name]) => !OWN_HEADERS.has(name))
      .map(([name, value]) => `add_header ${name} "${String(value).replaceAll('"', '\\"')}";`);
    return `location = ${path} { default_type "${type}"; alias ${file}; ${added.join(" ")} }`;
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
       types { text/css css; font/woff2 woff2; image/svg+xml svg; image/png png; image/webp webp; }
       server {
         listen 127.0.0.1:${port} reuseport; gzip_static on; brotli_static on; gzip_vary on;
         root ${root ?? home};
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
