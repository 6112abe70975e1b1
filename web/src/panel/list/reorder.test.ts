// @vitest-environment node
import { expect, it } from "vitest";

import { dropIndex, moved, rowShift, scrollSpeed } from "./reorder";

/** Three rows of different heights with gaps of 10. */
const rows = [
  { top: 0, bottom: 40 },
  { top: 50, bottom: 150 },
  { top: 160, bottom: 200 },
];

it("other items keep their order when an item is moved", () => {
  expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  expect(moved(["a", "b", "c"], 1, 1)).toEqual(["a", "b", "c"]);
  expect(moved(["a"], 4, 0)).toEqual(["a"]);
});

it("dragged row takes the index of another row once its edge is past the middle of that row", () => {
  expect(dropIndex(rows, 0, 0)).toBe(0);
  expect(dropIndex(rows, 0, 59)).toBe(0);
  expect(dropIndex(rows, 0, 61)).toBe(1);
  expect(dropIndex(rows, 0, 1000)).toBe(2);
  expect(dropIndex(rows, 2, -59)).toBe(2);
  expect(dropIndex(rows, 2, -61)).toBe(1);
  expect(dropIndex(rows, 2, -1000)).toBe(0);
  expect(dropIndex(rows, 1, 31)).toBe(2);
  expect(dropIndex(rows, 9, 5)).toBe(9);
});

it("rows that a dragged row passes move by its height and the gap", () => {
  expect(rows.map((_, index) => rowShift(rows, index, 0, 2))).toEqual([0, -50, -50]);
  expect(rows.map((_, index) => rowShift(rows, index, 2, 0))).toEqual([50, 50, 0]);
  expect(rows.map((_, index) => rowShift(rows, index, 1, 1))).toEqual([0, 0, 0]);
});

it("scrolling is faster nearer to the edge of the browser window", () => {
  expect(scrollSpeed(300, 600)).toBe(0);
  expect(scrollSpeed(32, 600)).toBe(-8);
  expect(scrollSpeed(-50, 600)).toBe(-16);
  expect(scrollSpeed(600, 600)).toBe(16);
});
