/** Contacts accepted per second. Each contact is on disk before the response is sent. */
import { fileURLToPath } from "node:url";
import { fileSystem, need, table } from "./lib/machine.mjs";
import { Vitrine } from "./lib/vitrine.mjs";
import { wrk } from "./lib/wrk.mjs";

export const title = "Contacts accepted per second";
const SCRIPT = fileURLToPath(new URL("lib/leads.lua", import.meta.url));

export async function measure() {
  need("wrk", "taskset");
  const vitrine = await new Vitrine().start();
  await vitrine.assignInTurn();
  const rows = [];
  const disk = fileSystem(vitrine.home);
  try {
    for (const connections of [1, 8, 32, 128]) {
      const { perSecond, p99 } = await wrk(vitrine.url, {
        connections,
        script: SCRIPT,
        args: [`c${connections}`],
      });
      rows.push([connections, Math.round(perSecond), p99]);
    }
  } finally {
    await vitrine.remove();
  }
  return `${table(["Connections", "Contacts per second", "p99"], rows)}\n\nSQLite with synchronous=FULL on ${disk}, 10 s each.`;
}
