/** What drawing the pictures of shared pages costs, and what one weighs. */
import { cpuSeconds, median, table } from "./lib/machine.mjs";
import { Vitrine } from "./lib/vitrine.mjs";

export const title = "Pictures of shared pages";

export async function measure() {
  const vitrine = await new Vitrine().start();
  try {
    const pictures = await addresses(vitrine.url);
    const before = cpuSeconds(vitrine.pid);
    const drawn = await ask(vitrine.url, pictures);
    const processor = (cpuSeconds(vitrine.pid) - before) / pictures.length;
    const kept = await ask(vitrine.url, pictures);
    return `${table(
      ["Asked for", "Median", "Slowest"],
      [row("the first time, drawn", drawn), row("again, from memory", kept)],
    )}\n\n${weight(drawn)} ${(processor * 1000).toFixed(0)} ms of processor time each.`;
  } finally {
    await vitrine.remove();
  }
}

/** Every page in the sitemap names its own. Reading the page also renders it, so that only the picture is new. */
async function addresses(origin) {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const pages = [...sitemap.matchAll(/<loc>[^<]*?\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path]) => path);
  const pictures = [];
  for (const page of pages) {
    const html = await (await fetch(origin + page)).text();
    const { pathname, search } = new URL(/property="og:image" content="([^"]+)"/.exec(html)[1]);
    pictures.push(pathname + search);
  }
  return pictures;
}

async function ask(origin, pictures) {
  const answers = [];
  for (const picture of pictures) {
    const from = performance.now();
    const bytes = await (await fetch(origin + picture)).arrayBuffer();
    answers.push({ ms: performance.now() - from, kilobytes: bytes.byteLength / 1000 });
  }
  return answers;
}

function row(name, answers) {
  const times = answers.map(({ ms }) => ms);
  return [name, ...[median(times), Math.max(...times)].map((ms) => `${ms.toFixed(1)} ms`)];
}

function weight(answers) {
  const sizes = answers.map(({ kilobytes }) => kilobytes);
  return `${sizes.length} pictures of ${Math.min(...sizes).toFixed(0)} to ${Math.max(...sizes).toFixed(0)} KB, median ${median(sizes).toFixed(0)} KB.`;
}
