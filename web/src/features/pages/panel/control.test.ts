import { expect, it } from "vitest";

import type { Control, FormField } from "@/api/types";
import { blankOf, blankVariant, problemOf, summaryOf, textOf } from "./control";

const line: Control = { kind: "line", max: 5, required: true };
const text: Control = { kind: "text", max: 99, required: true };
const icon: Control = {
  kind: "choice",
  options: [
    { value: "eye", label: "Olho" },
    { value: "clock", label: "Relógio" },
  ],
};
const field = (name: string, control: Control): FormField => ({ name, label: name, hint: null, control });
const card: Control = {
  kind: "group",
  fields: [field("icon", icon), field("title", line), field("text", text)],
};
const list = (control: Control, min = 0): Control => ({
  kind: "list",
  min,
  max: 9,
  item: { label: "Item", control },
});
const block: Control = {
  kind: "variant",
  variants: [
    { value: "paragraph", label: "Parágrafo", fields: [field("text", text)] },
    { value: "list", label: "Lista", fields: [field("items", list(line, 1))] },
  ],
};

it("text of a value has the labels of choices and formatted days", () => {
  expect(textOf(icon, "clock")).toBe("Relógio");
  expect(textOf({ kind: "day" }, "2026-11-20")).toBe("20/11/2026");
  expect(textOf(list(line), ["a", "b"])).toBe("a\nb");
  expect(textOf(card, { icon: "eye", title: "T", text: "x" })).toBe("Olho\nT\nx");
  expect(textOf({ kind: "number", min: 1, max: 5 }, 4)).toBe("4");
});

it("summary of a list item is its first text, not its icon", () => {
  expect(summaryOf(card, { icon: "eye", title: "Missão", text: "x" })).toBe("Missão");
  expect(summaryOf(block, { kind: "paragraph", text: "Um texto" })).toBe("Um texto");
  expect(summaryOf(block, { kind: "list", items: ["um", "dois"] })).toBe("um");
});

it("blank value has the required number of items", () => {
  expect(blankOf(card)).toEqual({ icon: "eye", title: "", text: "" });
  expect(blankOf(list(line, 2))).toEqual(["", ""]);
  expect(blankOf(block)).toEqual({ kind: "paragraph", text: "" });
  expect(blankVariant(block, "list")).toEqual({ kind: "list", items: [""] });
});

it("text with more code points than its limit has a problem", () => {
  expect(problemOf(line, "ação👍")).toBeUndefined();
  expect(problemOf(line, "ação👍!")).toBe("Use no máximo 5 caracteres.");
  expect(problemOf(icon, "nada")).toBeUndefined();
});
