/** Processor time per public answer, and of nginx sending the same bytes and headers from files; and per contact. */
import { fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cpuSeconds, median, need, table } from "./lib/machine.mjs";
import { download, request, startNginx } from "./lib/nginx.mjs";
import { Vitrine } from "./lib/vitrine.mjs";
import { wrk } from "./lib/wrk.mjs";

export const title = "Processor time per public answer";
const LEADS = fileURLToPath(new URL("lib/leads.lua", import.meta.url));
const ANSWERS = {
  home: "/",
  article: "/blog/backup-que-funciona-a-regra-3-2-1-1-0",
  list: "/api/blog",
};
/** Names of the rows. */
const LABELS = {
  home: "home page",
  article: "article",
  list: "list of posts, JSON",
  unchanged: "home page, 304",
  lead: "contact, 16 connections",
};

export async function measure() {
  const { rounds, leads, sizes } = await measureAnswers({});
  const rows = Object.entries(rounds).map(([name, { vitrine, nginx }]) => [
    LABELS[name],
    cost(vitrine),
    cost(nginx),
    ratio(vitrine, nginx, "cost").toFixed(2),
    Math.round(median(vitrine.map(({ perSecond }) => perSecond))),
    Math.round(median(nginx.map(({ perSecond }) => perSecond))),
    sizes[name] ?? "",
  ]);
  const perSecond = median(leads.map((round) => round.perSecond));
  const syncs = median(leads.map((round) => round.syncs));
  rows.push([LABELS.lead, cost(leads), "", "", Math.round(perSecond), "", ""]);
  const head = [
    "Answer",
    "CPU, vitrine",
    "CPU, nginx",
    "Ratio",
    "Per second, vitrine",
    "nginx",
    "Bytes, brotli",
  ];
  return `${table(head, rows)}

Medians of ${leads.length} rounds, with the smallest and the largest. The servers take turns on one processor. A contact has a source and no files, is assigned in turn, and
queues three mails; the disk synchronizes ${Math.round(syncs)} times per second, so that a contact takes ${(syncs / perSecond).toFixed(2)} times as long as that.`;
}

/** Returns the ratios that `bench/run --check` compares. */
export async function ratios() {
  const { rounds, leads } = await measureAnswers({ count: 3, seconds: 2 });
  const toNginx = Object.entries(rounds).map(([name, { vitrine, nginx }]) => [
    `processor time of vitrine to nginx: ${LABELS[name]}`,
    ratio(vitrine, nginx, "cost"),
  ]);
  const home = rounds.home.vitrine;
  return Object.fromEntries([
    ...toNginx,
    ["processor time of a contact to a home page", ratio(leads, home, "cost")],
    ["synchronizations of the disk to contacts, per second", ratio(leads, leads, "syncs", "perSecond")],
  ]);
}

/** Returns the processor time in microseconds and the answers per second of each round. */
async function measureAnswers({ count = 5, seconds = Number(process.env.BENCH_SECONDS ?? 5) }) {
  need("wrk", "nginx", "taskset");
  const vitrine = await new Vitrine().start({ pin: 0 });
  await vitrine.assignInTurn();
  let nginx;
  try {
    const answers = await Promise.all(Object.values(ANSWERS).map((path) => download(vitrine.url, path)));
    nginx = await startNginx(answers);
    const servers = { vitrine, nginx };
    const rounds = {};
    const leads = [];
    for (let round = 0; round < count; round++) {
      for (const [name, path] of Object.entries({
        ...ANSWERS,
        unchanged: ANSWERS.home,
      })) {
        rounds[name] ??= { vitrine: [], nginx: [] };
        for (const [server, results] of Object.entries(rounds[name])) {
          const headers = { "Accept-Encoding": "br" };
          if (name === "unchanged") headers["If-None-Match"] = await etagOf(servers[server].url, path);
          results.push(await costOf(servers[server], { path, seconds, headers }));
        }
      }
      leads.push({
        ...(await costOf(vitrine, {
          seconds,
          connections: 16,
          script: LEADS,
          args: [`r${round}`],
        })),
        syncs: synchronizations(vitrine.home),
      });
    }
    const sizes = Object.fromEntries(
      Object.keys(ANSWERS).map((name, index) => [name, answers[index].br.length]),
    );
    return { rounds, leads, sizes };
  } finally {
    await nginx?.stop();
    await vitrine.remove();
  }
}

async function costOf({ url, pid }, { path = "/", ...options }) {
  const before = cpuSeconds(pid);
  const { requests, perSecond } = await wrk(url + path, options);
  return { cost: ((cpuSeconds(pid) - before) / requests) * 1e6, perSecond };
}

/** Returns how often per second the disk of a folder can write a page and synchronize it. */
function synchronizations(folder) {
  const path = join(folder, "synchronizations");
  const file = openSync(path, "w");
  const page = Buffer.alloc(4096, 1);
  const until = performance.now() + 1000;
  let count = 0;
  for (; performance.now() < until; count++) {
    writeSync(file, page);
    fdatasyncSync(file);
  }
  rmSync(path);
  return count;
}

function cost(rounds) {
  const costs = rounds.map((round) => round.cost);
  const [middle, least, most] = [median(costs), Math.min(...costs), Math.max(...costs)];
  return `${middle.toFixed(1)} µs (${least.toFixed(1)}–${most.toFixed(1)})`;
}

/** Returns the ratio of the medians of two figures. */
const ratio = (some, others, figure, otherFigure = figure) =>
  median(some.map((round) => round[figure])) / median(others.map((round) => round[otherFigure]));

async function etagOf(url, path) {
  return (await request(url + path, "br")).headers.etag;
}
