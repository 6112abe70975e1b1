import { describe, expect, it } from "vitest";

import { caretAfterDigits, isPhone, maskPhone, maskPhoneField } from "./phone-mask";

describe("phone mask", () => {
  it.each([
    ["", ""],
    ["1", "(1"],
    ["11", "(11"],
    ["119", "(11) 9"],
    ["1133334444", "(11) 3333-4444"],
    ["11987654321", "(11) 98765-4321"],
    ["(11) 98765-4321", "(11) 98765-4321"],
    ["+55 11 98765-4321", "(11) 98765-4321"],
    ["5511987654321", "(11) 98765-4321"],
    ["011", "(11"],
    ["011999998888", "(11) 99999-8888"],
    ["0(11) 98765-4321", "(11) 98765-4321"],
  ])("formats %o as %o", (typed, masked) => {
    expect(maskPhone(typed)).toBe(masked);
  });

  it.each([
    "+351 912 345 678",
    "119876543210",
    "0",
    "01",
    "080",
    "0800 123 4567",
    "(11) 3333-4444 ramal 12",
    "(11) 3333-4444 ",
    "(11) 3333-4444/(11) 98765-4321",
    "telefone",
  ])("leaves %o as it was typed", (typed) => {
    expect(maskPhone(typed)).toBe(typed);
  });

  it("allows deleting a number from its end", () => {
    let text = "(11) 98765-4321";
    for (let key = 0; key < 15 && text; key += 1) text = maskPhone(text.slice(0, -1));
    expect(text).toBe("");
  });
});

describe("masked phone field", () => {
  it("keeps the caret after the same digits", () => {
    const field = document.createElement("input");
    // The 3 of `(11) 98765-4321` was just deleted.
    field.value = "(11) 98765-421";
    field.setSelectionRange(12, 12);
    maskPhoneField(field);
    expect([field.value, field.selectionStart]).toEqual(["(11) 9876-5421", 12]);
  });

  it("keeps the caret at the end", () => {
    const field = document.createElement("input");
    field.value = "(11) 33334";
    field.setSelectionRange(10, 10);
    maskPhoneField(field);
    expect([field.value, field.selectionStart]).toEqual(["(11) 3333-4", 11]);
  });
});

it("caret position depends on the number of digits before it", () => {
  expect(caretAfterDigits("(11) 98765-4321", 0)).toBe(0);
  expect(caretAfterDigits("(11) 98765-4321", 2)).toBe(3);
  expect(caretAfterDigits("(11) 98765-4321", 11)).toBe(15);
});

it.each([
  "(11) 98765-4321",
  "(11) 3333-4444",
  "+351 912 345 678",
  "011 98765-4321",
  "0800 123 4567",
  "0300 123 456",
])("%o is a phone number", (text) => {
  expect(isPhone(text)).toBe(true);
});

it.each(["(00) 3333-4444", "0800 123", "3333-4444", "(11) 98765-43210", "telefone"])(
  "%o is not a phone number",
  (text) => {
    expect(isPhone(text)).toBe(false);
  },
);
