import { expect, it } from "vitest";

import { savedBy } from "./versioned-record";

const now = new Date("2026-11-21T02:30:00Z"); // the evening of the 20th in São Paulo

it("saver has a name and a time, with the day unless it is today", () => {
  expect(savedBy({ saved_by: "Ana", saved_at: "2026-11-20T16:05:00Z" }, now)).toBe("Ana às 13:05");
  expect(savedBy({ saved_by: "Ana", saved_at: "2026-11-19T16:05:00Z" }, now)).toBe(
    "Ana em 19/11/2026, 13:05",
  );
});

it("unknown saver is another person", () => {
  expect(savedBy({ saved_by: null, saved_at: "2026-11-20T16:05:00Z" }, now)).toBe("outra pessoa às 13:05");
  expect(savedBy({ saved_by: null, saved_at: null }, now)).toBe("outra pessoa");
});
