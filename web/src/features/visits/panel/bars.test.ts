import { expect, it } from "vitest";

import { barsOf, changeOf } from "./bars";

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    views: 2,
    visitors: 1,
    contacts: 0,
  }));

it("chart has a bar for each day, or for each week of a long period", () => {
  expect(barsOf(days(90), "views")).toHaveLength(90);
  const weeks = barsOf(days(365), "views");
  expect(weeks).toHaveLength(53);
  expect(weeks[0]).toMatchObject({ id: "2026-01-01", value: 2 });
  expect(weeks.at(-1)).toMatchObject({ name: "25/12/2026 a 31/12/2026", value: 14 });
  expect(weeks.reduce((sum, { value }) => sum + value, 0)).toBe(730);
});

it("change is relative to the previous period", () => {
  expect([changeOf(112, 100), changeOf(97, 100), changeOf(100, 100)]).toEqual(["+12%", "−3%", "igual"]);
  expect([changeOf(5, 0), changeOf(5, undefined)]).toEqual([null, null]);
});
