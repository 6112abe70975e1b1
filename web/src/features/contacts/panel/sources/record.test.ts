import { expect, it } from "vitest";

import { lastDays } from "./record";

it("period of figures ends today in São Paulo", () => {
  const now = new Date("2026-11-27T01:30:00Z");
  expect(lastDays(30, now)).toEqual({ from: "2026-10-28", to: "2026-11-26" });
});
