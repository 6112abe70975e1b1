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

beforeEach(() => localStorage.clear());

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
  const days = (count: number) => Date.now() + count * 24 * 60 * 60 * 1000;
  signIn("bia");
  removeExpiredLocalDrafts(days(29));
  expect(localStorage.getItem("kept:ana:note:1")).not.toBeNull();
  removeExpiredLocalDrafts(days(31));
  expect(localStorage.getItem("kept:ana:note:1")).toBeNull();
  expect(localStorage.getItem("theme")).toBe("dark");
});

it("base version of a draft is also read in the shape that earlier releases stored", () => {
  expect(storedVersion({ value: { a: 1 }, etag: '"2"' })).toEqual({ value: { a: 1 }, etag: '"2"' });
  expect(storedVersion({ document: { a: 1 }, etag: '"2"' })).toEqual({ value: { a: 1 }, etag: '"2"' });
  for (const other of [null, "x", {}, { value: 3 }]) expect(storedVersion(other)).toBeNull();
});
