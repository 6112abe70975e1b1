import { beforeEach, expect, it } from "vitest";

import { newKey } from "@/lib/new-key";
import { dropDraft, hasDraft, keepDraft, readDraft } from "./reply-draft";

beforeEach(() => localStorage.clear());

it("keeps an answer for each contact until it is sent", () => {
  const draft = { subject: "Re: pedido", text: "Olá", key: newKey() };
  keepDraft("a", draft);
  expect(readDraft("a")).toEqual(draft);
  expect(hasDraft("b")).toBe(false);
  dropDraft("a");
  expect(hasDraft("a")).toBe(false);
});

it("takes nothing else for one", () => {
  for (const kept of [
    "",
    "{}",
    "[1]",
    '{"subject":"a","text":1,"key":"k","kept_at":"2026-11-21T10:00:00Z"}',
  ]) {
    localStorage.setItem("kept::reply:a", kept);
    expect(readDraft("a")).toBeNull();
  }
});

it("names every attempt differently", () => {
  expect(newKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(newKey()).not.toBe(newKey());
});
