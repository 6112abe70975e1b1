import { describe, expect, it } from "vitest";

import { barAt, barByKey, labeledBars, ticksUpTo } from "./bar-scale";

describe("axis ticks", () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [5, [0, 2, 4, 6]],
    [9, [0, 5, 10]],
    [40, [0, 10, 20, 30, 40]],
    [41, [0, 20, 40, 60]],
    [1234, [0, 500, 1000, 1500]],
  ])("up to %i are %j", (max, expected) => expect(ticksUpTo(max)).toEqual(expected));
});

it("last bar and every seventh before it have a label", () => {
  expect(labeledBars(30, 7)).toEqual([1, 8, 15, 22, 29]);
  expect(labeledBars(0, 7)).toEqual([]);
});

it.each([
  [0, 0],
  [99, 9],
  [100, 10],
  [300, 29],
  [-5, 0],
  [999, 29],
])("pointer at %i of 300 is at bar %i", (offset, expected) => expect(barAt(offset, 300, 30)).toBe(expected));

it.each([
  ["ArrowLeft", 5, 4],
  ["ArrowLeft", 0, 0],
  ["ArrowRight", 29, 29],
  ["PageDown", 5, 0],
  ["PageUp", 5, 12],
  ["Home", 5, 0],
  ["End", 5, 29],
])("%s moves from bar %i to bar %i", (key, current, expected) =>
  expect(barByKey(key, current, 30)).toBe(expected),
);

it("Tab moves to no bar", () => expect(barByKey("Tab", 5, 30)).toBeUndefined());
