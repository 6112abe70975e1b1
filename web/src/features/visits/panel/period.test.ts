import { expect, it } from "vitest";

import { isFuture, problemOf, readPeriod } from "./period";

const now = new Date("2026-11-21T01:00:00Z");
const read = (query: string) => readPeriod(new URLSearchParams(query), now);

it("period ends today in São Paulo, and has 30 days unless the query names a length that the screen offers", () => {
  expect(read("")).toEqual({ from: "2026-10-22", to: "2026-11-20", days: 30 });
  expect(read("days=7")).toEqual({ from: "2026-11-14", to: "2026-11-20", days: 7 });
  expect(read("days=8")).toEqual(read(""));
});

it("period between two days needs valid days, and is the default one otherwise", () => {
  expect(read("from=2026-01-01&to=2026-01-31")).toEqual({ from: "2026-01-01", to: "2026-01-31", days: null });
  for (const query of [
    "from=2026-01-01",
    "from=2026-02-01&to=2026-01-01",
    "from=2026-02-30&to=2026-03-10",
    "from=x&to=y",
  ]) {
    expect(read(query)).toEqual(read(""));
  }
  expect(problemOf("2024-11-20", "2026-11-20")).toBeNull();
  expect(problemOf("2024-11-19", "2026-11-20")).toBe("Escolha até dois anos.");
});

it("period is in the future if it begins after today", () => {
  expect(isFuture(read("from=2026-11-21&to=2026-11-30"), now)).toBe(true);
  expect(isFuture(read("from=2026-11-20&to=2026-11-30"), now)).toBe(false);
});
