import { expect, it } from "vitest";

import { Typing } from "./typing";

const values = { name: "Ana", company: "", email: "", phone: "", service: "Outro", message: "Oi" };
const typed = new InputEvent("input", { inputType: "insertText" });

it("form counts as typed if every filled text field was typed or pasted into", () => {
  const typing = new Typing();
  typing.record(typed, "name");
  expect(typing.isByHand(values)).toBe(false);
  typing.record(new InputEvent("input", { inputType: "insertFromPaste" }), "message");
  expect(typing.isByHand(values)).toBe(true);
});

it.each([
  ["plain event", new Event("input")],
  ["input event without a type", new InputEvent("input")],
  ["replacement", new InputEvent("input", { inputType: "insertReplacementText" })],
])("form doesn't count as typed after autofill by a %s", (_, autofill) => {
  const typing = new Typing();
  typing.record(autofill, "name");
  typing.record(typed, "message");
  expect(typing.isByHand(values)).toBe(false);
});
