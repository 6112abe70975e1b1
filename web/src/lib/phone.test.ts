import { expect, it } from "vitest";

import { nationalDigits } from "./phone";

it.each(["(11) 98765-4321", "011 98765-4321", "+55 11 98765-4321", "5511987654321", "+55 (011) 98765-4321"])(
  "%o has the same national digits",
  (text) => {
    expect(nationalDigits(text)).toBe("11987654321");
  },
);

it("0800 keeps its zero, and area code 55 its digits", () => {
  expect(nationalDigits("0800 123 4567")).toBe("08001234567");
  expect(nationalDigits("(55) 3222-1234")).toBe("5532221234");
});
