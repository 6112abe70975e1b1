/**
 * Lighthouse scores of public pages on a simulated mid-range phone with a slow connection, and of the same HTML, styles, fonts and
 * pictures from nginx, without scripts.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { median, need, table } from "./lib/machine.mjs";
import { download, startNginx } from "./lib/nginx.mjs";
import { photo } from "./lib/photo.mjs";
import { Vitrine, send } from "./lib/vitrine.mjs";

export const title = "Lighthouse, mobile";
const RUNS = Number(process.env.BENCH_RUNS ?? 5);
const ARTICLE = "/blog/backup-que-funciona-a-regra-3-2-1-1-0";
const PATHS = [
  "/",
  "/sobre",
  "/servicos",
  "/servicos/erps-gestao",
  "/blog",
  ARTICLE,
  "/contato",
  "/newsletter",
  "/privacidade",
  "/privacidade/pedido",
  "/auth",
];
/** A company name of 60 characters. */
const LONG_NAME = "Associação Brasileira de Tecnologia e Serviços de Informação";
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const METRICS = [
  ["first-contentful-paint", (ms) => `${(ms / 1000).toFixed(1)} s`],
  ["largest-contentful-paint", (ms) => `${(ms / 1000).toFixed(1)} s`],
  ["total-blocking-time", (ms) => `${ms.toFixed(0)} ms`],
  ["cumulative-layout-shift", (shift) => shift.toFixed(3)],
];
const MAX_ATTEMPTS = 3;
const FLAGS = [
  "--headless=new",
  "--disable-gpu",
  "--disable-background-networking",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];
const PACKAGES = join(import.meta.dirname, "lighthouse");

export async function measure() {
  need("nginx", "taskset");
  const audit = await lighthouseRunner();
  const vitrine = await new Vitrine().start();
  const failed = new Set();
  const rows = [];
  const add = async (path, label = path) => {
    const { own, others } = await comparePages(audit, vitrine.url, path);
    for (const name of own.flatMap(failedAudits)) failed.add(`${label}: ${name}`);
    const [performance, ...scores] = scoresOf(own);
    const [fcp, lcp, tbt, cls] = metricsOf(own);
    rows.push([
      ...[label, performance, scoresOf(others)[0], ...scores],
      ...[fcp, lcp, metricsOf(others)[1], tbt, cls],
    ]);
  };
  try {
    for (const path of process.env.BENCH_PATHS?.split(",") ?? PATHS) await add(path);
    await useOwnContent(vitrine);
    for (const path of ["/", ARTICLE]) await add(path, `${path}, own content`);
  } finally {
    await vitrine.remove();
  }
  const head = ["Page", "Performance", "nginx", "Accessibility", "Best practices", "SEO"];
  const metrics = ["FCP", "LCP", "LCP, nginx", "TBT", "CLS"];
  const note = `Medians of ${RUNS} runs, simulated throttling. Own content: a photo as the cover, a company name of 60 characters.`;
  const failures =
    failed.size > 0 ? `\n\nFailed audits:\n\n${[...failed].map((name) => `- ${name}`).join("\n")}` : "";
  return `${table([...head, ...metrics], rows)}\n\n${note}${failures}`;
}

/** Audits a page of the server, and the same page from nginx, in turn. */
async function comparePages(audit, url, path) {
  const page = await download(url, path);
  const nginx = await startNginx(await withResources(url, page));
  const [own, others] = [[], []];
  try {
    for (let run = 0; run < RUNS; run++) {
      own.push(await audit(url + path));
      others.push(await audit(nginx.url + path));
    }
  } finally {
    await nginx.stop();
  }
  return { own, others };
}

/** Returns a page without its inline scripts, and the files that its HTML names. */
async function withResources(url, page) {
  const html = page.plain.toString().replaceAll(/<script>.*?<\/script>/g, "");
  const paths = [...html.matchAll(/(?:href|src)="(\/[^"]+\.(?:css|woff2|svg|png|webp|jpg))"/g)];
  const files = [...new Set(paths.map(([, path]) => path))].map((path) => download(url, path));
  const compressed = { plain: Buffer.from(html), gzip: gzipSync(html), br: brotliCompressSync(html) };
  return [{ ...page, ...compressed }, ...(await Promise.all(files))];
}

/** Gives the company a long name, and an article a photo as its cover. */
async function useOwnContent(vitrine) {
  const headers = await vitrine.signIn();
  await send(`${vitrine.url}/api/settings/company`, "PUT", { name: LONG_NAME }, headers);
  const form = new FormData();
  form.set("file", new Blob([photo()], { type: "image/png" }), "foto.png");
  const answer = await fetch(`${vitrine.url}/api/media`, { method: "POST", body: form, headers });
  const { url } = await answer.json();
  const { posts } = await send(`${vitrine.url}/api/blog?limit=100`, "GET", undefined, headers);
  const { id } = posts.find(({ slug }) => ARTICLE.endsWith(slug));
  await send(`${vitrine.url}/api/blog/${id}`, "PUT", { featured_image: url }, headers);
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
  const run = async (url) => {
    const chrome = await launch({ chromePath, chromeFlags: FLAGS });
    try {
      const { lhr } = await lighthouse(url, { port: chrome.port, onlyCategories: CATEGORIES });
      return lhr;
    } finally {
      chrome.kill();
    }
  };
  return async (url) => {
    for (let attempt = 1; ; attempt++) {
      const report = await run(url);
      if (!report.runtimeError) return report;
      // Chromium sometimes records a trace without its start.
      if (attempt === MAX_ATTEMPTS) throw new Error(`bench: ${url}: ${report.runtimeError.message}`);
    }
  };
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
