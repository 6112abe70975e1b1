import { beforeEach, expect, it } from "vitest";

import { saveSession } from "@/api/session";
import {
  readLocalDraft,
  removeExpiredLocalDrafts,
  removeLocalDraft,
  storedVersion,
  writeLocalDraft,
} from "./local-draft";

const signIn = (id: string) =>
  saveSession({
    token: "t",
    expires_at: "",
    user: { id, role: "admin", full_name: "Ana" },
  } as Parameters<typeof saveSession>[0]);

/** Continues as another tab. Returns a function that continues as the one before. */
function openTab() {
  const before = sessionStorage.getItem("tab_id") ?? "";
  sessionStorage.clear();
  return () => sessionStorage.setItem("tab_id", before);
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it("local draft remains when another tab stores and removes its own draft of the same record", () => {
  writeLocalDraft("post:1", { title: "Um" });
  const firstTab = openTab();
  writeLocalDraft("post:1", { title: "Dois" });
  expect(readLocalDraft("post:1")).toMatchObject({ title: "Dois" });
  removeLocalDraft("post:1");
  firstTab();
  expect(readLocalDraft("post:1")).toMatchObject({ title: "Um" });
});

it("local draft that other tabs have left is read, the newest first, and then belongs to the tab", () => {
  localStorage.setItem("kept::post:1", '{"kept_at":"2026-11-21T10:00:00Z","title":"Um"}');
  localStorage.setItem("kept::post:1@other", '{"kept_at":"2026-11-22T10:00:00Z","title":"Dois"}');
  localStorage.setItem("kept::post:12", '{"kept_at":"2026-11-23T10:00:00Z","title":"Outro"}');
  for (const title of ["Dois", "Um"]) {
    expect(readLocalDraft("post:1")).toMatchObject({ title });
    removeLocalDraft("post:1");
  }
  expect(readLocalDraft("post:1")).toBeNull();
  expect(readLocalDraft("post:12")).toMatchObject({ title: "Outro" });
});

it("local draft belongs to the signed-in user until it is removed", () => {
  signIn("ana");
  writeLocalDraft("note:1", { text: "Ligar amanhã" });
  expect(readLocalDraft("note:1")).toMatchObject({ text: "Ligar amanhã" });
  expect(readLocalDraft("note:2")).toBeNull();
  signIn("bia");
  expect(readLocalDraft("note:1")).toBeNull();
  signIn("ana");
  removeLocalDraft("note:1");
  expect(readLocalDraft("note:1")).toBeNull();
});

it("stored content of another shape is not read as a local draft", () => {
  signIn("ana");
  for (const text of ["", "[1]", "{}", '{"kept_at":3}', "null"]) {
    localStorage.setItem("kept:ana:note:1", text);
    expect(readLocalDraft("note:1")).toBeNull();
  }
});

it("local drafts of all users expire after 30 days", () => {
  signIn("ana");
  writeLocalDraft("note:1", { text: "a" });
  localStorage.setItem("theme", "dark");
  const hasDraft = () => Object.keys(localStorage).some((key) => key.startsWith("kept:ana:note:1"));
  const days = (count: number) => Date.now() + count * 24 * 60 * 60 * 1000;
  signIn("bia");
  removeExpiredLocalDrafts(days(29));
  expect(hasDraft()).toBe(true);
  removeExpiredLocalDrafts(days(31));
  expect(hasDraft()).toBe(false);
  expect(localStorage.getItem("theme")).toBe("dark");
});

it("base version of a draft is also read in the shape that earlier releases stored", () => {
  expect(storedVersion({ value: { a: 1 }, etag: '"2"' })).toEqual({ value: { a: 1 }, etag: '"2"' });
  expect(storedVersion({ document: { a: 1 }, etag: '"2"' })).toEqual({ value: { a: 1 }, etag: '"2"' });
  for (const other of [null, "x", {}, { value: 3 }]) expect(storedVersion(other)).toBeNull();
});
