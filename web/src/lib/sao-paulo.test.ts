import { expect, it } from "vitest";

import { fromLocal, toLocal } from "./sao-paulo";

it.each([
  ["2026-11-21T10:00", "2026-11-21T13:00:00.000Z"],
  ["2026-11-21T23:30", "2026-11-22T02:30:00.000Z"],
  // Daylight saving time, until 2019.
  ["2018-12-01T10:00", "2018-12-01T12:00:00.000Z"],
])("%s in São Paulo is %s in UTC", (local, moment) => {
  expect(fromLocal(local)).toBe(moment);
  expect(toLocal(moment)).toBe(local);
});

it("missing and invalid times convert to null or an empty text", () => {
  expect([fromLocal(""), fromLocal("x"), toLocal(null)]).toEqual([null, null, ""]);
});
