/** Time to render share cards, and their size. */
import { cpuSeconds, median, table } from "./lib/machine.mjs";
import { Vitrine } from "./lib/vitrine.mjs";

export const title = "Share cards";

export async function measure() {
  const vitrine = await new Vitrine().start();
  try {
    const pictures = await cardPaths(vitrine);
    const before = cpuSeconds(vitrine.pid);
    const rendered = await requestAll(vitrine.url, pictures);
    const processor = (cpuSeconds(vitrine.pid) - before) / pictures.length;
    const cached = await requestAll(vitrine.url, pictures);
    return `${table(
      ["Request", "Median", "Slowest"],
      [row("first, rendered", rendered), row("second, cached", cached)],
    )}\n\n${describeSizes(rendered)} ${(processor * 1000).toFixed(0)} ms of processor time each.`;
  } finally {
    await vitrine.remove();
  }
}

/** Returns the path of each page's card. This also renders the pages, so that only the cards are rendered later. */
async function cardPaths(vitrine) {
  const pictures = [];
  for (const page of await vitrine.sitemapPaths()) {
    const html = await (await fetch(vitrine.url + page)).text();
    const { pathname, search } = new URL(/property="og:image" content="([^"]+)"/.exec(html)[1]);
    pictures.push(pathname + search);
  }
  return pictures;
}

/** Requests all pictures one by one. Returns the time and the size of each. */
async function requestAll(origin, pictures) {
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

function describeSizes(answers) {
  const sizes = answers.map(({ kilobytes }) => kilobytes);
  return `${sizes.length} share cards of ${Math.min(...sizes).toFixed(0)} to ${Math.max(...sizes).toFixed(0)} KB, median ${median(sizes).toFixed(0)} KB.`;
}
