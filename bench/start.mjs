/** Time from the start of the process to the first response with 200, with an existing database. */
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { median, table } from "./lib/machine.mjs";
import { Vitrine } from "./lib/vitrine.mjs";

export const title = "From exec to the first 200";
const STARTS = 15;

export async function measure() {
  const vitrine = await new Vitrine().start();
  const rows = [];
  for (const [path, name] of [
    ["/", "home page, rendered"],
    ["/healthz/ready", "readiness"],
  ]) {
    const times = [];
    for (let start = 0; start < STARTS; start++) {
      await vitrine.stop();
      const from = performance.now();
      await vitrine.spawn();
      while (!(await isAnswered(vitrine.port, path))) await sleep(1);
      times.push(performance.now() - from);
    }
    rows.push([
      name,
      ...[median(times), Math.min(...times), Math.max(...times)].map((ms) => `${ms.toFixed(0)} ms`),
    ]);
  }
  await vitrine.remove();
  return table(["First answer", `Median of ${STARTS}`, "Fastest", "Slowest"], rows);
}

/** Returns whether the response at a path is 200. Uses a socket, because an HTTP client would add its own startup time. */
function isAnswered(port, path) {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => done(false));
    socket.once("connect", () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`),
    );
    socket.once("data", (data) => {
      socket.destroy();
      done(data.toString("latin1").startsWith("HTTP/1.1 200"));
    });
  });
}
