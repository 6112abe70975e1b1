// @vitest-environment node
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const web = join(import.meta.dirname, "../..");

it("types.ts is up to date with server/openapi.json", { timeout: 120_000 }, () => {
  const committed = join(import.meta.dirname, "types.ts");
  const folder = mkdtempSync(join(tmpdir(), "vitrine-types-"));
  try {
    const fresh = join(folder, "types.ts");
    execFileSync("node", ["scripts/api-types.mjs", fresh], { cwd: web, stdio: "ignore" });
    const isFresh = readFileSync(committed, "utf8") === readFileSync(fresh, "utf8");
    expect(isFresh, "run `make gen` and commit types.ts").toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("limits.ts is up to date with server/openapi.json", () => {
  const committed = readFileSync(join(import.meta.dirname, "limits.ts"), "utf8");
  const fresh = execFileSync("node", ["scripts/limits.mjs"], { cwd: web, encoding: "utf8" });
  expect(committed === fresh, "run `make gen` and commit limits.ts").toBe(true);
});
