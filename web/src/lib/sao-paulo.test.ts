import { expect, it } from "vitest";

import { fromLocal, toLocal } from "./sao-paulo";

it.each([
  ["2026-11-21T10:00", "2026-11-21T13:00:00.000Z"],
  ["2026-11-21T23:30", "2026-11-22T02:30:00.000Z"],
  // Summer time, which there was until 2019.
  ["2018-12-01T10:00", "2018-12-01T12:00:00.000Z"],
])("has %s in São Paulo", (local, moment) => {
  expect(fromLocal(local)).toBe(moment);
  expect(toLocal(moment)).toBe(local);
});

it("has nothing for nothing", () => {
  expect([fromLocal(""), fromLocal("x"), toLocal(null)]).toEqual([null, null, ""]);
});
