// @vitest-environment node
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { expect, it } from "vitest";

it("schema.ts is what `make gen` makes of server/openapi.json", { timeout: 30_000 }, async () => {
  const committed = join(import.meta.dirname, "schema.ts");
  const contract = join(import.meta.dirname, "../../../server/openapi.json");
  const folder = mkdtempSync(join(tmpdir(), "vitrine-schema-"));
  try {
    const fresh = join(folder, "schema.ts");
    execFileSync("npx", ["--no-install", "openapi-typescript", contract, "--output", fresh], {
      stdio: "ignore",
    });
    const options = { ...(await resolveConfig(committed)), filepath: committed };
    const expected = await format(readFileSync(fresh, "utf8"), options);
    expect(readFileSync(committed, "utf8") === expected, "run `make gen` and commit schema.ts").toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
