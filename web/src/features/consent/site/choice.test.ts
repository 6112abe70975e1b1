import { afterEach, expect, it, vi } from "vitest";

import type { ConsentNotice } from "@/api/types";
import { asksForPrivacy, newChoice, readChoice, store } from "./choice";

const notice = { version: "1", trackers: [{ name: "hotjar", category: "statistics", id: "7" }] };

afterEach(() => {
  vi.unstubAllGlobals();
});

it("choice that the browser doesn't store lasts as long as the page", () => {
  const now = new Date("2026-11-25T12:00:00Z");
  const choice = newChoice(notice as ConsentNotice, ["statistics"], now);
  const block = () => {
    throw new DOMException("blocked", "SecurityError");
  };
  const blocked = { getItem: block, setItem: block, removeItem: block };
  for (const storage of [blocked, { ...blocked, getItem: () => null }]) {
    vi.stubGlobal("localStorage", storage);
    store(choice);
    expect(readChoice(notice as ConsentNotice, now)).toEqual(choice);
    store(null);
    expect(readChoice(notice as ConsentNotice, now)).toBeNull();
  }
});

it("choice from the future is removed", () => {
  const now = new Date("2026-11-25T12:00:00Z");
  store(newChoice(notice as ConsentNotice, ["statistics"], new Date("2026-11-27T12:00:00Z")));
  expect(readChoice(notice as ConsentNotice, now)).toBeNull();
  expect(readChoice(notice as ConsentNotice, new Date("2026-11-28T12:00:00Z"))).toBeNull();
});

it("signal that began after the consent counts as a refusal, and one before it doesn't", () => {
  const now = new Date("2026-11-25T12:00:00Z");
  const before = newChoice(notice as ConsentNotice, ["statistics"], now);
  store(before);
  vi.stubGlobal("navigator", { globalPrivacyControl: true });
  expect(readChoice(notice as ConsentNotice, now)).toBeNull();
  const despite = newChoice(notice as ConsentNotice, ["statistics"], now);
  store(despite);
  expect(readChoice(notice as ConsentNotice, now)).toEqual(despite);
  vi.unstubAllGlobals();
  store(before);
  expect(readChoice(notice as ConsentNotice, now)).toEqual(before);
});

it.each([
  [{ doNotTrack: "1" }, true],
  [{ globalPrivacyControl: true }, true],
  [{ doNotTrack: "0", globalPrivacyControl: false }, false],
  [{ doNotTrack: "unspecified" }, false],
  [{ doNotTrack: null }, false],
])("browser with %o asks for privacy: %s", (signals, expected) => {
  vi.stubGlobal("navigator", signals);
  expect(asksForPrivacy()).toBe(expected);
});
