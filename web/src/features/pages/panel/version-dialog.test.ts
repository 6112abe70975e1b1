import { expect, it } from "vitest";

import { keepsVersion, nextVersion } from "./version-dialog";

const page = { name: "privacy" } as Parameters<typeof keepsVersion>[0]["page"];
const base = { value: { version: "2.0", lead: "a", labels: { contents: "x" } }, etag: null };

it.each([
  ["another text with the same version", { version: "2.0", lead: "b", labels: { contents: "x" } }, true],
  ["another text with another version", { version: "2.1", lead: "b", labels: { contents: "x" } }, false],
  ["another label", { version: "2.0", lead: "a", labels: { contents: "y" } }, false],
])("%s asks for a version: %#", (_, draft, expected) => {
  expect(keepsVersion({ page, draft, base })).toBe(expected);
  expect(keepsVersion({ page: { ...page, name: "about" }, draft, base })).toBe(false);
});

it("next version has a higher last number", () => {
  expect(["2.0", "2.9", "3", "final"].map(nextVersion)).toEqual(["2.1", "2.10", "4", "final.1"]);
});
