/** Helpers: the machine and its tools, process data from the kernel, statistics, tables and failures. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";

/** Unit of the times in `/proc/PID/stat`. */
const TICKS_PER_SECOND = 100;

/** Returns processors, memory and kernel in one line. */
export function machine() {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpus()[0].model}, ${memory} GB, ${type()} ${release().split("-")[0]}`;
}

/** Throws an error with the names of the missing tools, if any are missing. */
export function need(...tools) {
  const missing = tools.filter((tool) => spawnSync("sh", ["-c", `command -v ${tool}`]).status !== 0);
  if (missing.length > 0) throw new Error(`bench: install ${missing.join(" and ")} first`);
}

/** Returns the type of the file system of a path. */
export const fileSystem = (path) =>
  execFileSync("stat", ["-f", "-c", "%T", path], { encoding: "utf8" }).trim();

/** Returns the processor time of a process (user and system) in seconds. */
export function cpuSeconds(pid) {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13);
  return (Number(user) + Number(system)) / TICKS_PER_SECOND;
}

/** Returns the name and the processor time of each running thread. The time is in seconds, with a resolution of nanoseconds. */
export function threadSeconds(pid) {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const read = (file) => readFileSync(`/proc/${pid}/task/${thread}/${file}`, "utf8");
    try {
      return [{ name: read("comm").trim(), seconds: Number(read("schedstat").split(" ")[0]) / 1e9 }];
    } catch {
      return []; // the thread has ended
    }
  });
}

/** Returns the resident and the proportional set size in MiB. */
export function memory(pid) {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const read = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(rollup)[1]) / 1024;
  return { rss: read("Rss"), pss: read("Pss") };
}

/** Returns the ids of the child processes of a process. */
export function childrenOf(pid) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1].split(" ")[1]) === pid;
      } catch {
        return false; // the process has ended
      }
    })
    .map(Number);
}

export const median = (values) => quantile(values, 0.5);

/** Returns the quantile of the values at `part`, from 0 to 1. */
export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

/** Prints that a result is wrong or over its limit, and makes the run fail when it ends. */
export function reportFailure(problem) {
  console.error(`bench: ${problem}`);
  process.exitCode = 1;
}

/** Returns a table in Markdown. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
