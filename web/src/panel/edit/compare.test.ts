import { expect, it } from "vitest";

import { compare, type Part } from "./compare";

it("different words are marked, unless the texts have no word in common", () => {
  const marked = (parts: Part[]) => parts.filter(({ changed }) => changed).map(({ text }) => text.trim());
  const whole = (parts: Part[]) => parts.map(({ text }) => text).join("");
  const hasMarks = (texts: Part[][]) => texts.flat().some(({ changed }) => changed);
  const [before, after] = compare("um dois três\nquatro fim", "um dois e três\ncinco fim");
  expect([whole(before), whole(after)]).toEqual(["um dois três\nquatro fim", "um dois e três\ncinco fim"]);
  expect(marked(before)).toEqual(["quatro"]);
  expect(marked(after)).toEqual(["e", "cinco"]);
  expect(hasMarks(compare("a", "b"))).toBe(false);
  expect(hasMarks(compare("um dois", "três quatro"))).toBe(false);
  expect(compare("", "")).toEqual([[], []]);
});
