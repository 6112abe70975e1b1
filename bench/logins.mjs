/** Memory and the response time of the home page during 200 concurrent sign-ins. */
import { setTimeout as sleep } from "node:timers/promises";
import { memory, quantile, table } from "./lib/machine.mjs";
import { Vitrine } from "./lib/vitrine.mjs";

export const title = "200 sign-ins at once";
const AT_ONCE = 200;
const WAVES = 10;
const CALM_MS = 5000;

export async function measure() {
  const vitrine = await new Vitrine().start();
  try {
    await (await fetch(vitrine.url)).text();
    await vitrine.signIn();
    await sleep(2000);
    const calm = await sample(vitrine, () => sleep(CALM_MS));
    const answers = {};
    const busy = await sample(vitrine, async () => {
      for (let wave = 0; wave < WAVES; wave++) {
        const statuses = await Promise.all(Array.from({ length: AT_ONCE }, () => vitrine.trySignIn()));
        for (const status of statuses) answers[status] = (answers[status] ?? 0) + 1;
      }
    });
    const rows = [
      ["before", ...figures(calm)],
      ["during", ...figures(busy)],
    ];
    const counts = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
    const note = `${WAVES} times ${AT_ONCE} at once: ${counts.join(", ")}. Memory grew by ${(busy.peak - calm.peak).toFixed(0)} MiB at most.`;
    return `${table(["When", "Peak resident", "Pages", "GET / median", "GET / p99", "Slowest"], rows)}\n\n${note}`;
  } finally {
    await vitrine.remove();
  }
}

/** Requests the home page repeatedly and samples the memory while `work` runs. */
async function sample(vitrine, work) {
  let peak = 0;
  let isDone = false;
  const times = [];
  const working = work().finally(() => (isDone = true));
  working.catch(() => undefined); // reported below
  while (!isDone) {
    const from = performance.now();
    const answer = await fetch(vitrine.url);
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`bench: GET / failed with ${answer.status}`);
    times.push(performance.now() - from);
    peak = Math.max(peak, memory(vitrine.pid).rss);
    await sleep(5);
  }
  await working;
  return { peak, times };
}

function figures({ peak, times }) {
  const [middle, late, last] = [0.5, 0.99, 1].map((part) => `${quantile(times, part).toFixed(1)} ms`);
  return [`${peak.toFixed(0)} MiB`, times.length, middle, late, last];
}
