/** Fills lists of the panel through the API and measures their response times. */
import { loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { quantile, reportFailure, table } from "./machine.mjs";

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 300);
const AT_ONCE = 2;
const PAGE_SIZE = 50;

/** Calls `create` with each number from `from + 1` to `size`, eight at a time. */
export async function createNumbered(from, size, create) {
  let number = from;
  const worker = async () => {
    while (number < size) await create(++number);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

/** Returns the cursor of the page that starts after about `rows` rows, as a query parameter. */
export async function middlePage(get, path, rows) {
  let cursor = "";
  for (let seen = 0; seen < rows; seen += 100) {
    const answer = await get(`${path}limit=100${cursor && `&${cursor}`}`);
    await answer.arrayBuffer();
    cursor = /[?&](cursor=[^&>]+)[^>]*>; rel="next"/.exec(answer.headers.get("link"))[1];
  }
  return cursor;
}

/**
 * Returns a table with the response times of `calls`, an object of paths by name. A p99 above `maxP99` milliseconds makes the run
 * fail.
 */
export async function responseTimes(get, calls, maxP99 = Infinity) {
  const results = [];
  for (const [name, path] of Object.entries(calls)) {
    const full = path.includes("?") ? `${path}&limit=${PAGE_SIZE}` : path;
    await (await get(full)).arrayBuffer();
    const { times, found } = await measureTimes(() => get(full));
    const [p50, p99, slowest] = [0.5, 0.99, 1].map((part) => quantile(times, part));
    if (p99 > maxP99) reportFailure(`p99 of '${name}' is ${p99.toFixed(1)} ms, limit ${maxP99} ms`);
    results.push({ name, found, times: [p50, p99, slowest].map((value) => `${value.toFixed(1)} ms`) });
  }
  const isList = results.some(({ found }) => found);
  const cells = (name, found, times) => [name, ...(isList ? [found] : []), ...times];
  const rows = results.map(({ name, found, times }) => cells(name, found, times));
  const page = isList ? ` ${PAGE_SIZE} rows per page with total.` : "";
  return `${table(cells("Query", "Found", ["p50", "p99", "Slowest"]), rows)}\n\n${REQUESTS} requests each, ${AT_ONCE} at once.${page} Load of the machine: ${loadavg()[0].toFixed(1)}.`;
}

/** Returns the times of all requests in milliseconds, and the number of records found. */
async function measureTimes(request) {
  const times = [];
  let found = "";
  const worker = async () => {
    while (times.length < REQUESTS) {
      const from = performance.now();
      const answer = await request();
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`bench: ${answer.url}: ${answer.status}`);
      times.push(performance.now() - from);
      found = countFound(answer.headers);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { times, found };
}

function countFound(headers) {
  const count = headers.get("x-total-count") ?? "";
  const more = headers.has("x-total-more") ? "over " : "";
  const first = headers.get("x-searched-first");
  return `${more}${count}${first ? ` in the first ${first}` : ""}`;
}
