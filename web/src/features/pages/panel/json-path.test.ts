import { describe, expect, it } from "vitest";

import { changedAt, isWithin, valueAt } from "./json-path";

const DOCUMENT = { hero: { title: "a" }, items: [{ text: "b" }, { text: "c" }] };

describe("JSON path", () => {
  it("change replaces one value and keeps the other objects", () => {
    const after = changedAt(DOCUMENT, "items.1.text", () => "d") as typeof DOCUMENT;
    expect(after).toEqual({ hero: { title: "a" }, items: [{ text: "b" }, { text: "d" }] });
    expect(after.hero).toBe(DOCUMENT.hero);
    expect(after.items[0]).toBe(DOCUMENT.items[0]);
    expect(Array.isArray(after.items)).toBe(true);
    expect(DOCUMENT.items[1]?.text).toBe("c");
  });

  it("finds a value; a missing one is null", () => {
    expect(valueAt(DOCUMENT, "items.0.text")).toBe("b");
    expect(valueAt(DOCUMENT, "items.7.text")).toBeNull();
    expect(valueAt(DOCUMENT, "")).toBe(DOCUMENT);
  });

  it("is within another path only if it starts with all keys of that path", () => {
    expect(isWithin("items.1.text", "items.1")).toBe(true);
    expect(isWithin("items.10", "items.1")).toBe(false);
  });
});
