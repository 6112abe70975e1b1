/** Lighthouse scores of public pages on a simulated mid-range phone with a slow connection. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { median, table } from "./lib/machine.mjs";
import { Vitrine } from "./lib/vitrine.mjs";

export const title = "Lighthouse, mobile";
const RUNS = 3;
const PATHS = [
  "/",
  "/sobre",
  "/servicos",
  "/servicos/erps-gestao",
  "/blog",
  "/blog/backup-que-funciona-a-regra-3-2-1-1-0",
  "/contato",
];
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const METRICS = [
  ["first-contentful-paint", (ms) => `${(ms / 1000).toFixed(1)} s`],
  ["largest-contentful-paint", (ms) => `${(ms / 1000).toFixed(1)} s`],
  ["total-blocking-time", (ms) => `${ms.toFixed(0)} ms`],
  ["cumulative-layout-shift", (shift) => shift.toFixed(3)],
];
const FLAGS = [
  "--headless=new",
  "--disable-gpu",
  "--disable-background-networking",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];
const PACKAGES = join(import.meta.dirname, "lighthouse");

export async function measure() {
  const audit = await lighthouseRunner();
  const vitrine = await new Vitrine().start();
  const failed = new Set();
  try {
    const rows = [];
    for (const path of PATHS) {
      const results = await auditRepeatedly(audit, vitrine.url + path);
      for (const name of results.flatMap(failedAudits)) failed.add(`${path}: ${name}`);
      rows.push([path, ...scoresOf(results), ...metricsOf(results)]);
    }
    const head = [
      "Page",
      "Performance",
      "Accessibility",
      "Best practices",
      "SEO",
      "FCP",
      "LCP",
      "TBT",
      "CLS",
    ];
    const note = `Medians of ${RUNS} runs, simulated throttling.`;
    const failures =
      failed.size > 0 ? `\n\nFailed audits:\n\n${[...failed].map((name) => `- ${name}`).join("\n")}` : "";
    return `${table(head, rows)}\n\n${note}${failures}`;
  } finally {
    await vitrine.remove();
  }
}

/** Returns a function that runs Lighthouse on a URL. Installs Lighthouse first if needed. */
async function lighthouseRunner() {
  if (!existsSync(join(PACKAGES, "node_modules"))) {
    const env = { ...process.env, PUPPETEER_SKIP_DOWNLOAD: "1" };
    const { status } = spawnSync("npm", ["ci"], { cwd: PACKAGES, stdio: ["ignore", 2, 2], env });
    if (status !== 0) throw new Error("bench: `npm ci` in bench/lighthouse failed");
  }
  const require = createRequire(join(PACKAGES, "package.json"));
  const { default: lighthouse } = await import(require.resolve("lighthouse"));
  const { launch } = await import(require.resolve("chrome-launcher"));
  const ensureBrowser = join(import.meta.dirname, "../scripts/ensure-browser");
  const chromePath = execFileSync(ensureBrowser, { encoding: "utf8" }).trim();
  // Each run has a new browser, without cached files or prerendered pages.
  return async (url) => {
    const chrome = await launch({ chromePath, chromeFlags: FLAGS });
    try {
      const { lhr } = await lighthouse(url, { port: chrome.port, onlyCategories: CATEGORIES });
      if (lhr.runtimeError) throw new Error(`bench: ${url}: ${lhr.runtimeError.message}`);
      return lhr;
    } finally {
      chrome.kill();
    }
  };
}

async function auditRepeatedly(audit, url) {
  await cacheBestCompression(url);
  const results = [];
  for (let run = 0; run < RUNS; run++) results.push(await audit(url));
  return results;
}

/** Requests a page, and gives the cache a second to compress it at the highest quality. */
async function cacheBestCompression(url) {
  await (await fetch(url)).text();
  await sleep(1000);
}

/** Returns the ids and titles of the audits that lower a score other than performance. */
function failedAudits({ categories, audits }) {
  const counted = Object.values(categories)
    .filter(({ id }) => id !== "performance")
    .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
  return counted
    .map(({ id }) => audits[id])
    .filter(({ score }) => score !== null && score < 1)
    .map(({ id, title }) => `${id}: ${title}`);
}

const scoresOf = (results) =>
  CATEGORIES.map((name) => Math.round(median(results.map(({ categories }) => categories[name].score * 100))));

const metricsOf = (results) =>
  METRICS.map(([name, format]) => format(median(results.map(({ audits }) => audits[name].numericValue))));
