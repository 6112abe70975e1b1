/** Measurement of visits, over two years: response times, size on disk, events stored per second, and the effect on contacts. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { createNumbered, responseTimes } from "./lib/lists.mjs";
import { fileSystem, need, quantile, reportFailure, table } from "./lib/machine.mjs";
import { contact } from "./lib/records.mjs";
import { Vitrine, send } from "./lib/vitrine.mjs";

export const title = "Own measurement of visits";
const VIEWS = Number(process.env.BENCH_VIEWS ?? 10_000_000);
const CONTACTS = Number(process.env.BENCH_VISIT_CONTACTS ?? 2000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
/** Limits of the response times and of the size of tables and indexes. */
const [MAX_P99_MS, MAX_MB] = [100, 200];
const DAYS = 731;
/** Days whose events aren't deleted yet. */
const EVENT_DAYS = 30;
const DAY_S = 24 * 3600;
/** São Paulo is three hours behind UTC. */
const SAO_PAULO_S = 3 * 3600;
const PAGES = ["/", "/servicos", "/blog", "/contato", "/sobre", "/servicos/banco-dados"];
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36";

export async function measure() {
  need("sqlite3");
  const vitrine = await new Vitrine().start();
  try {
    await createNumbered(0, CONTACTS, (number) =>
      send(`${vitrine.url}/api/contacts`, "POST", {
        ...contact(number),
        source_page: `/blog/artigo-${number % 80}`,
      }),
    );
    await vitrine.stop();
    const size = fill(join(vitrine.home, "data/vitrine.db"));
    await vitrine.start();
    const headers = await vitrine.signIn();
    const call = (path) => fetch(`${vitrine.url}${path}`, { headers });
    const times = await responseTimes(call, calls(), MAX_P99_MS);
    if (size > MAX_MB * 1e6) reportFailure(`tables of ${Math.round(size / 1e6)} MB, limit ${MAX_MB} MB`);
    const views = VIEWS.toLocaleString("en");
    return [
      `${views} views in ${DAYS} days, each day with as many different values as are stored; ${CONTACTS} contacts:\n\n${times}`,
      `Tables and indexes: ${Math.round(size / 1e6)} MB on SQLite.`,
      await measureCollector(vitrine),
    ].join("\n\n");
  } finally {
    await vitrine.remove();
  }
}

/** Returns the date in São Paulo `back` days ago. */
const day = (back) => new Date(Date.now() - (SAO_PAULO_S + back * DAY_S) * 1000).toISOString().slice(0, 10);

function calls() {
  const period = (days) => `/api/visits?from=${day(days - 1)}&to=${day(0)}`;
  return {
    "7 days": period(7),
    "30 days": period(30),
    "90 days": period(90),
    "12 months": period(365),
    "two years": period(DAYS),
    dashboard: "/api/dashboard",
  };
}

/** Dimensions, with the number of values that are stored per day. */
const DIMENSIONS = {
  page: 101,
  referrer: 51,
  campaign: 51,
  device: 3,
  missing: 51,
  whatsapp: 51,
  phone: 51,
};
/** Web Vitals, with the number of buckets of each. */
const BUCKETS = { lcp: 20, inp: 20, cls: 17 };
/** Returns a common table expression with the numbers from 0 to `count - 1`. */
const numbers = (count) =>
  `WITH RECURSIVE numbers(n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${count})`;

/** Fills the tables of visits, spreads the contacts over all days, and returns the size of the tables and indexes in bytes. */
function fill(path) {
  const perDay = Math.round(VIEWS / DAYS);
  const days = Array.from({ length: DAYS - 1 }, (_, index) => day(index + 1));
  // `*` is the row of all values that have no row of their own. A third of the other values differ from day to day, as with visits
  // of old posts.
  const value = (back) => `CASE WHEN n = 0 THEN '*' WHEN n % 3 = 0 THEN '/blog/artigo-' || n || '-${back % 20}'
    ELSE '/blog/artigo-com-um-titulo-' || n END`;
  const figures = (date, back) => [
    ...Object.entries(DIMENSIONS).map(
      ([dimension, values]) => `${numbers(values)} INSERT INTO visit_figures
        SELECT '${dimension}', '${date}', ${value(back)}, ${Math.ceil(perDay / values)}, 7 FROM numbers`,
    ),
    ...Object.entries(BUCKETS).map(
      ([metric, buckets]) => `${numbers(buckets)} INSERT INTO visit_figures
        SELECT '${metric}', '${date}', (n + 1) * 50, 40, 0 FROM numbers`,
    ),
  ];
  const statements = days.flatMap((date, back) => [
    `INSERT INTO visit_days VALUES ('${date}', ${perDay}, ${Math.round(perDay / 3)}, 20, 30, 10)`,
    ...figures(date, back),
  ]);
  // A month has the most frequent values, three times as many as a day, and the row of all others.
  const months = `WITH sums AS (
      SELECT dimension, date(day, 'start of month') AS month, value, SUM(views) AS views, SUM(visitors) AS visitors
      FROM visit_figures WHERE date(day, 'start of month', '+1 month', '-1 day') <= (SELECT MAX(day) FROM visit_days)
      GROUP BY dimension, month, value),
    ranked AS (SELECT *, ROW_NUMBER() OVER (PARTITION BY dimension, month ORDER BY value = '*', views DESC, value) AS rank
      FROM sums)
    INSERT INTO visit_month_figures
    SELECT dimension, month, CASE WHEN rank > CASE dimension WHEN 'page' THEN 300 ELSE 150 END THEN '*' ELSE value END AS listed,
      SUM(views), SUM(visitors) FROM ranked GROUP BY dimension, month, listed`;
  const size = "SELECT SUM(pgsize) FROM dbstat WHERE name LIKE 'visit%' OR name = 'contacts_source'";
  const spreadContacts = `UPDATE contacts SET created_at = date('now', '-' || (rowid % ${DAYS}) || ' days') || ' 12:00:00+00:00'`;
  return sql(path, [...statements, months, ...events(perDay), spreadContacts, size]);
}

/** Returns statements that add the events of the last days: each view is followed by its Web Vitals. */
function events(perDay) {
  const now = Math.floor(Date.now() / 1000);
  const midnight = Math.floor((now - SAO_PAULO_S) / DAY_S) * DAY_S + SAO_PAULO_S;
  return Array.from({ length: EVENT_DAYS + 1 }, (_, back) => {
    const seconds = back === 0 ? now - midnight : DAY_S;
    const at = `${midnight - back * DAY_S} + n * ${seconds} / ${perDay}`;
    const page = "'/blog/artigo-com-um-titulo-' || n % 120";
    const columns = "(at, kind, page, referrer, campaign, device, visitor, lcp, inp, cls)";
    return [
      `${numbers(perDay)} INSERT INTO visit_events ${columns} SELECT ${at}, 'view', ${page},
        CASE n % 3 WHEN 0 THEN 'site-' || n % 70 || '.com.br' END,
        CASE n % 10 WHEN 0 THEN 'boletim' || char(9) || 'email' || char(9) || n % 40 END,
        'mobile', n % 5000 * 1844674407370955, NULL, NULL, NULL FROM numbers`,
      `${numbers(perDay)} INSERT INTO visit_events ${columns} SELECT ${at}, 'vitals', ${page},
        NULL, NULL, 'mobile', n % 5000 * 1844674407370955, 1500 + n % 4 * 250, 100, 50 FROM numbers`,
    ];
  })
    .reverse()
    .flat();
}

/** Runs statements in one transaction and returns the value that the last one selects. */
function sql(path, statements) {
  const input = [
    ".timeout 30000",
    "BEGIN;",
    ...statements.map((statement) => `${statement};`),
    "COMMIT;",
  ].join("\n");
  return Number(execFileSync("sqlite3", ["-batch", path], { input, encoding: "utf8", maxBuffer: 2 ** 30 }));
}

/** Sends contacts alone, then together with as many beacons as this process can send. Returns a table. */
async function measureCollector(vitrine) {
  const alone = await load(8, () => sendContact(vitrine));
  const before = countEvents(vitrine);
  const [beside, beacons] = await Promise.all([
    load(8, () => sendContact(vitrine)),
    load(32, () => sendBeacon(vitrine)),
  ]);
  // The collector stores the last events with a delay of a second.
  await new Promise((done) => setTimeout(done, 2500));
  const storedPerSecond = Math.round((countEvents(vitrine) - before) / SECONDS);
  const row = (name, { perSecond, p99 }, more) => [name, Math.round(perSecond), `${p99.toFixed(1)} ms`, more];
  const rows = [
    row("contacts alone", alone, ""),
    row("contacts beside beacons", beside, ""),
    row("beacons, meanwhile", beacons, storedPerSecond),
  ];
  const ratio = (beside.perSecond / alone.perSecond).toFixed(2);
  const head = table(["Requests", "Per second", "p99", "Stored per second"], rows);
  return `${head}\n\nContacts per second beside beacons and alone: ratio ${ratio}. ${SECONDS} s each, ${fileSystem(vitrine.home)}; the load comes from the same machine and takes a part of its time.`;
}

/** Repeats a request on several connections for `SECONDS`. */
async function load(connections, request) {
  const end = performance.now() + SECONDS * 1000;
  const times = [];
  const worker = async () => {
    while (performance.now() < end) {
      const from = performance.now();
      await request();
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return { perSecond: times.length / SECONDS, p99: quantile(times, 0.99) };
}

let sent = CONTACTS;
const sendContact = ({ url }) => send(`${url}/api/contacts`, "POST", contact(++sent));

async function sendBeacon({ url }) {
  const page = PAGES[++sent % PAGES.length];
  const answer = await fetch(`${url}/api/visits`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "User-Agent": BROWSER },
    body: JSON.stringify({ kind: "view", page, referrer: "google.com" }),
  });
  if (answer.status !== 204) throw new Error(`bench: beacon: ${answer.status}`);
}

function countEvents(vitrine) {
  return sql(join(vitrine.home, "data/vitrine.db"), ["SELECT COUNT(*) FROM visit_events"]);
}
