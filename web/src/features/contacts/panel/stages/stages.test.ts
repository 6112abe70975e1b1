import { expect, test } from "vitest";

import { neighborStage, parseReais, reaisInput } from "./stages";

test.each([
  ["", null],
  ["12000", 1_200_000],
  ["12.000", 1_200_000],
  ["12.000,5", 1_200_050],
  ["R$ 1.234.567,89", 123_456_789],
  ["1500.50", 150_050],
  ["doze mil", undefined],
  ["1,234", undefined],
  ["1.2.3", undefined],
  ["9999999999", undefined],
])("amount %s is parsed", (text, cents) => {
  expect(parseReais(text)).toBe(cents);
});

test("amount in a field is parsed to the same cents", () => {
  expect(parseReais(reaisInput(1_234_567))).toBe(1_234_567);
  expect(reaisInput(null)).toBe("");
});

test("neighbors of the first and last stage are undefined", () => {
  expect(neighborStage("new", -1)).toBeUndefined();
  expect(neighborStage("new", 1)).toBe("talking");
  expect(neighborStage("lost", 1)).toBeUndefined();
});
