// @vitest-environment node
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

it("site-paths.ts is up to date with server/addresses.json", () => {
  const script = join(import.meta.dirname, "../../scripts/addresses.mjs");
  const made = execFileSync("node", [script], { encoding: "utf8" });
  const committed = readFileSync(join(import.meta.dirname, "site-paths.ts"), "utf8");
  expect(committed === made, "run `make gen` and commit site-paths.ts").toBe(true);
});
