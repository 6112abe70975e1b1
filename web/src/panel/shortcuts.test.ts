import { renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { runShortcut, useEscape } from "./shortcuts";

const down = vi.fn<() => void>();

function press(target: Element, key: string, more: KeyboardEventInit = {}): KeyboardEvent {
  document.body.replaceChildren(target);
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  target.addEventListener("keydown", (heard) => runShortcut(heard as KeyboardEvent, { j: down }), {
    once: true,
  });
  target.dispatchEvent(event);
  return event;
}

beforeEach(() => down.mockReset());

describe("shortcut", () => {
  it("runs and prevents the key's default action", () => {
    expect(press(document.createElement("a"), "j").defaultPrevented).toBe(true);
    expect(down).toHaveBeenCalledOnce();
  });

  it("doesn't run for other keys", () => {
    expect(press(document.createElement("a"), "x").defaultPrevented).toBe(false);
    expect(press(document.createElement("a"), "constructor").defaultPrevented).toBe(false);
    expect(down).not.toHaveBeenCalled();
  });

  it.each(["input", "textarea", "select"])("doesn't run while a %s has the focus", (name) => {
    press(document.createElement(name), "j");
    expect(down).not.toHaveBeenCalled();
  });

  it("doesn't run with a modifier key or during text composition", () => {
    press(document.createElement("a"), "j", { ctrlKey: true });
    press(document.createElement("a"), "j", { metaKey: true });
    press(document.createElement("a"), "j", { altKey: true });
    press(document.createElement("a"), "j", { isComposing: true });
    expect(down).not.toHaveBeenCalled();
  });
});

describe("Esc", () => {
  const cancel = vi.fn<() => void>();
  const pressEsc = (target: Element) => {
    document.body.append(target);
    target.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
  };
  beforeEach(() => {
    cancel.mockReset();
    document.body.replaceChildren();
  });

  it("cancels from buttons and check boxes, but not from fields or under a dialog", () => {
    renderHook(() => useEscape(cancel));
    const checkbox = Object.assign(document.createElement("input"), { type: "checkbox" });
    for (const target of [document.createElement("button"), checkbox]) pressEsc(target);
    expect(cancel).toHaveBeenCalledTimes(2);
    pressEsc(document.createElement("input"));
    const dialog = document.createElement("div");
    dialog.setAttribute("role", "dialog");
    document.body.append(dialog);
    pressEsc(document.createElement("button"));
    expect(cancel).toHaveBeenCalledTimes(2);
  });

  it("cancels an editor from its fields only", () => {
    const editor = document.createElement("form");
    document.body.append(editor);
    renderHook(() => useEscape(cancel, { within: { current: editor } }));
    pressEsc(document.createElement("button"));
    expect(cancel).not.toHaveBeenCalled();
    const field = editor.appendChild(document.createElement("input"));
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    expect(cancel).toHaveBeenCalledOnce();
  });
});
