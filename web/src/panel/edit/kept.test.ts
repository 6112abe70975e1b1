import { beforeEach, expect, it } from "vitest";

import { saveSession } from "@/lib/session";
import { dropKept, dropOldKept, keep, readKept } from "./kept";

const signIn = (id: string) =>
  saveSession({
    token: "t",
    expires_at: "",
    user: { id, role: "admin", full_name: "Ana" },
  } as Parameters<typeof saveSession>[0]);

beforeEach(() => localStorage.clear());

it("keeps what is typed for whoever typed it, until it is dropped", () => {
  signIn("ana");
  keep("note:1", { text: "Ligar amanhã" });
  expect(readKept("note:1")).toMatchObject({ text: "Ligar amanhã" });
  expect(readKept("note:2")).toBeNull();
  signIn("bia");
  expect(readKept("note:1")).toBeNull();
  signIn("ana");
  dropKept("note:1");
  expect(readKept("note:1")).toBeNull();
});

it("takes nothing else for kept", () => {
  signIn("ana");
  for (const text of ["", "[1]", "{}", '{"kept_at":3}', "null"]) {
    localStorage.setItem("kept:ana:note:1", text);
    expect(readKept("note:1")).toBeNull();
  }
});

it("is gone after a month, whoever's it was, and nothing else with it", () => {
  signIn("ana");
  keep("note:1", { text: "a" });
  localStorage.setItem("theme", "dark");
  const days = (count: number) => Date.now() + count * 24 * 60 * 60 * 1000;
  signIn("bia");
  dropOldKept(days(29));
  expect(localStorage.getItem("kept:ana:note:1")).not.toBeNull();
  dropOldKept(days(31));
  expect(localStorage.getItem("kept:ana:note:1")).toBeNull();
  expect(localStorage.getItem("theme")).toBe("dark");
});
