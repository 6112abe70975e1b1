import { expect, it } from "vitest";

import { periodPath, readPeriod } from "./period";

it.each([
  ["", 30],
  ["days=30", 30],
  ["days=90", 90],
  ["days=7", 30],
  ["days=90x", 30],
])("query '%s' selects %i days", (query, expected) =>
  expect(readPeriod(new URLSearchParams(query))).toBe(expected),
);

it("default period is not in the address", () => {
  expect(periodPath(30)).toBe("/admin/dashboard");
  expect(periodPath(90)).toBe("/admin/dashboard?days=90");
});
