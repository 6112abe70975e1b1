import { expect, it } from "vitest";

import { nationalDigits } from "./phone";

it.each(["(11) 98765-4321", "011 98765-4321", "+55 11 98765-4321", "5511987654321", "+55 (011) 98765-4321"])(
  "%o has the national digits 11987654321",
  (text) => {
    expect(nationalDigits(text)).toBe("11987654321");
  },
);

it("national digits keep the zero of 0800 and the area code 55", () => {
  expect(nationalDigits("0800 123 4567")).toBe("08001234567");
  expect(nationalDigits("(55) 3222-1234")).toBe("5532221234");
});
