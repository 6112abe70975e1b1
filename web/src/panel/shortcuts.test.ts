import { beforeEach, describe, expect, it, vi } from "vitest";

import { runShortcut } from "./shortcuts";

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
