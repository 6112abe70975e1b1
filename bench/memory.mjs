/** Memory of the server, idle and after load. */
import { setTimeout as sleep } from "node:timers/promises";
import { memory, need, table } from "./lib/machine.mjs";
import { Vitrine } from "./lib/vitrine.mjs";
import { wrk } from "./lib/wrk.mjs";

export const title = "Memory";
const UNLISTED = ["/auth", "/conta", "/admin/login"];

export async function measure() {
  need("wrk", "taskset");
  const vitrine = await new Vitrine().start();
  const rows = [];
  const note = (when) => {
    const { rss, pss } = memory(vitrine.pid);
    rows.push([when, `${rss.toFixed(0)} MiB`, `${pss.toFixed(0)} MiB`]);
  };
  try {
    await sleep(5000);
    note("5 s after the first start, which creates the database and its content");
    await vitrine.stop();
    await vitrine.start();
    await sleep(5000);
    note("5 s after a later start");
    for (const path of [...(await vitrine.sitemapPaths()), ...UNLISTED]) await (await fetch(vitrine.url + path)).text();
    await sleep(10_000);
    note("10 s after the pages of the sitemap, /auth, /conta and /admin/login were requested once");
    await wrk(`${vitrine.url}/`, { seconds: 10, connections: 200 });
    for (let count = 0; count < 50; count++) await vitrine.signIn();
    await sleep(10_000);
    note("after 200 connections read the home page for 10 s, then 50 sign-ins, then 10 s without requests");
  } finally {
    await vitrine.remove();
  }
  return table(["When", "Resident", "Proportional"], rows);
}
