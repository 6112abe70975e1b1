import { expect, it } from "vitest";

import { compare, type Part } from "./compare";

it("different words are marked, unless the texts have no word in common", () => {
  const marked = (parts: Part[]) => parts.filter(({ changed }) => changed).map(({ text }) => text.trim());
  const whole = (parts: Part[]) => parts.map(({ text }) => text).join("");
  const [before, after] = compare("um dois três\nquatro fim", "um dois e três\ncinco fim");
  expect([whole(before), whole(after)]).toEqual(["um dois três\nquatro fim", "um dois e três\ncinco fim"]);
  expect(marked(before)).toEqual(["quatro"]);
  expect(marked(after)).toEqual(["e", "cinco"]);
  expect(
    compare("a", "b")
      .flat()
      .some(({ changed }) => changed),
  ).toBe(false);
  expect(
    compare("um dois", "três quatro")
      .flat()
      .some(({ changed }) => changed),
  ).toBe(false);
  expect(compare("", "")).toEqual([[], []]);
});
