import { expect, it } from "vitest";

import { periodPath, readPeriod } from "./period";

it.each([
  ["", 30],
  ["dias=30", 30],
  ["dias=90", 90],
  ["dias=7", 30],
  ["dias=90x", 30],
])("'%s' asks for %i days", (query, expected) =>
  expect(readPeriod(new URLSearchParams(query))).toBe(expected),
);

it("is in the address only where it isn't the usual one", () => {
  expect(periodPath(30)).toBe("/admin/dashboard");
  expect(periodPath(90)).toBe("/admin/dashboard?dias=90");
});
