/** Fills lists of the panel through the API and measures their response times. */
import { loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { quantile, table } from "./machine.mjs";

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 300);
const AT_ONCE = 2;
const PAGE = 50;

/** Calls `make` with each number up to `size`, eight at a time. */
export async function fill(from, size, make) {
  let number = from;
  const worker = async () => {
    while (number < size) await make(++number);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

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

/** Returns the query of the page that starts after about `rows` rows. */
export async function deep(get, path, rows) {
  let cursor = "";
  for (let seen = 0; seen < rows; seen += 100) {
    const answer = await get(`${path}limit=100${cursor && `&${cursor}`}`);
    await answer.arrayBuffer();
    cursor = /[?&](cursor=[^&>]+)[^>]*>; rel="next"/.exec(answer.headers.get("link"))[1];
  }
  return cursor;
}

/** Returns a table with the response time of each of `calls` (name and path). */
export async function clock(get, calls) {
  const rows = [];
  for (const [name, path] of Object.entries(calls)) {
    const full = path.includes("?") ? `${path}&limit=${PAGE}` : path;
    await (await get(full)).arrayBuffer();
    const { times, found } = await time(() => get(full));
    const ms = (value) => `${value.toFixed(1)} ms`;
    rows.push([name, found, ...[0.5, 0.99, 1].map((part) => ms(quantile(times, part)))]);
  }
  const head = ["Query", "Found", "p50", "p99", "Slowest"];
  return `${table(head, rows)}\n\n${REQUESTS} requests each, ${AT_ONCE} at once, ${PAGE} rows a page, total included. Load of the machine: ${loadavg()[0].toFixed(1)}.`;
}

async function time(request) {
  const times = [];
  let found = "";
  const worker = async () => {
    while (times.length < REQUESTS) {
      const from = performance.now();
      const answer = await request();
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`bench: ${answer.url}: ${answer.status}`);
      times.push(performance.now() - from);
      found = countOf(answer.headers);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { times, found };
}

function countOf(headers) {
  const count = headers.get("x-total-count") ?? "";
  const more = headers.has("x-total-more") ? "over " : "";
  const first = headers.get("x-searched-first");
  return `${more}${count}${first ? ` in the first ${first}` : ""}`;
}
