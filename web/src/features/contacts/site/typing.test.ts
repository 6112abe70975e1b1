import { expect, it } from "vitest";

import { Typing } from "./typing";

const values = { name: "Ana", company: "", email: "", phone: "", service: "Outro", message: "Oi" };
const typed = new InputEvent("input", { inputType: "insertText" });

it("form counts as typed if every filled field received key input", () => {
  const typing = new Typing();
  typing.see(typed, "name");
  expect(typing.isByHand(values)).toBe(false);
  typing.see(new InputEvent("input", { inputType: "insertFromPaste" }), "message");
  expect(typing.isByHand(values)).toBe(true);
});

it.each([
  new Event("input"),
  new InputEvent("input"),
  new InputEvent("input", { inputType: "insertReplacementText" }),
])("form doesn't count as typed if a field was filled by autofill", (autofill) => {
  const typing = new Typing();
  typing.see(autofill, "name");
  typing.see(typed, "message");
  expect(typing.isByHand(values)).toBe(false);
});
