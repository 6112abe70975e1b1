// @vitest-environment node
/** Colours are named once. Where a name can't be used, in mail, drawn pictures and the manifest, the value is a token's. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");
const COLOUR = /(?<![&\w])#[\da-f]{6}\b/gi;
/** Colours for companies to choose from are none of the design's. */
const OFFERED = "web/src/settings/admin/accent-suggestions.ts";
const tokens = new Set(colours("web/src/ui/tokens.css"));

it("knows no colour that is not a token", () => {
  const files = ["web/src", "server/src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(css|html|rs|svg|tsx?)$/.test(path))
      .map((path) => `${folder}/${path}`)
      .filter((path) => path !== OFFERED),
  );
  const strange = files.flatMap((file) =>
    colours(file)
      .filter((colour) => !tokens.has(colour))
      .map((colour) => `${file}: ${colour}`),
  );
  expect(tokens.size).toBeGreaterThan(30);
  expect(strange).toEqual([]);
});

function colours(file: string): string[] {
  return (readFileSync(join(root, file), "utf8").match(COLOUR) ?? []).map((colour) => colour.toLowerCase());
}
