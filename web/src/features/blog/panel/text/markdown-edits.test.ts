import { describe, expect, it } from "vitest";

import { editOf, type MarkdownAction, pictureEdit } from "./markdown-edits";

/** Returns the text after an edit. The brackets ⟨ ⟩ mark the selection in the argument and in the result. */
function after(
  marked: string,
  make: (selection: { text: string; from: number; to: number }) => ReturnType<typeof editOf>,
) {
  const from = marked.indexOf("⟨");
  const to = marked.indexOf("⟩") - 1;
  const text = marked.replace(/[⟨⟩]/g, "");
  const edit = make({ text, from, to });
  const changed = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  const [start, end] = edit.select;
  return `${changed.slice(0, start)}⟨${changed.slice(start, end)}⟩${changed.slice(end)}`;
}

describe("toolbar", () => {
  it.each<[MarkdownAction, string, string]>([
    ["bold", "um ⟨dois⟩ três", "um **⟨dois⟩** três"],
    ["bold", "um **⟨dois⟩** três", "um ⟨dois⟩ três"],
    ["bold", "⟨⟩", "**⟨texto em negrito⟩**"],
    ["italic", "⟨a⟩", "_⟨a⟩_"],
    ["heading", "um\ndo⟨⟩is", "um\n⟨## dois⟩"],
    ["heading", "⟨## dois⟩", "⟨dois⟩"],
    ["heading", "⟨- dois⟩", "⟨## dois⟩"],
    ["list", "⟨um\ndois⟩", "⟨- um\n- dois⟩"],
    ["list", "⟨⟩", "- ⟨Item⟩"],
    ["numbers", "⟨- um\n- dois⟩", "⟨1. um\n2. dois⟩"],
    ["quote", "a\n\n⟨b⟩", "a\n\n⟨> b⟩"],
    ["link", "ver ⟨aqui⟩", "ver [aqui](⟨https://⟩)"],
    ["link", "⟨https://exemplo.com.br⟩", "[⟨texto do link⟩](https://exemplo.com.br)"],
    ["code", "o ⟨ls⟩", "o `⟨ls⟩`"],
    ["code", "⟨a\nb⟩", "```\n⟨a\nb⟩\n```\n"],
  ])("button '%s' turns %j into %j", (action, before, expected) => {
    expect(after(before, (selection) => editOf(action, selection))).toBe(expected);
  });

  it.each([
    ["⟨⟩", "![Um  gato](/media/a.png)\n\n⟨⟩"],
    ["a⟨⟩", "a\n\n![Um  gato](/media/a.png)\n\n⟨⟩"],
    ["a\n⟨⟩\nb", "a\n\n![Um  gato](/media/a.png)\n⟨⟩\nb"],
    ["a\n\n⟨⟩\n\nb", "a\n\n![Um  gato](/media/a.png)⟨⟩\n\nb"],
  ])("picture inserted into %j is a separate paragraph", (before, expected) => {
    expect(after(before, (selection) => pictureEdit(selection, "/media/a.png", "Um [gato]"))).toBe(expected);
  });

  it("picture inserted without a description has empty brackets", () => {
    expect(after("⟨⟩", (selection) => pictureEdit(selection, "/media/a.png", " "))).toBe(
      "![](/media/a.png)\n\n⟨⟩",
    );
  });
});
