// @vitest-environment node
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

it("addresses.ts is what `make gen` makes of server/addresses.json", () => {
  const script = join(import.meta.dirname, "../../scripts/addresses.mjs");
  const made = execFileSync("node", [script], { encoding: "utf8" });
  const committed = readFileSync(join(import.meta.dirname, "addresses.ts"), "utf8");
  expect(committed === made, "run `make gen` and commit addresses.ts").toBe(true);
});
