/** Runs the load generator wrk. It uses the last processor, because the server may be pinned to the first one. */
import { execFile } from "node:child_process";
import { cpus } from "node:os";
import { promisify } from "node:util";

/** Sends requests to a URL for `seconds`. Throws if a request fails, unless `refusals` (error responses) are expected. */
export async function wrk(url, { seconds = 10, connections = 32, headers = {}, script, args = [], refusals = false }) {
  const options = ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency"];
  for (const [name, value] of Object.entries(headers)) options.push("-H", `${name}: ${value}`);
  if (script) options.push("-s", script);
  const command = ["-c", String(cpus().length - 1), "wrk", ...options, url, "--", ...args];
  const { stdout } = await promisify(execFile)("taskset", command);
  // If refusals are expected, so are closed connections.
  if (refusals) return figures(stdout);
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(stdout);
  const broken = /Socket errors: (.*)/.exec(stdout);
  if (refused || broken) throw new Error(`bench: ${url}: ${refused?.[0] ?? ""} ${broken?.[0] ?? ""}`);
  return figures(stdout);
}

function figures(stdout) {
  return {
    requests: Number(/(\d+) requests in/.exec(stdout)[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]),
    refused: Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0),
    p99: /^ +99% +(\S+)/m.exec(stdout)?.[1],
  };
}
