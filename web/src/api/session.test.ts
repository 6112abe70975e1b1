import { beforeEach, expect, it } from "vitest";

import type { Session } from "@/api/types";
import { hasRightsOf } from "./rights";
import { authHeaders, clearSession, isStaff, readSession, saveSession } from "./session";

const session: Session = {
  token: "marker",
  expires_at: "2030-01-01T00:00:00Z",
  user: {
    id: "1",
    email: "ana@exemplo.com",
    full_name: "Ana",
    role: "editor",
    email_verified: true,
    must_change_password: false,
    created_at: "2026-01-01T00:00:00Z",
  },
};

beforeEach(() => {
  clearSession();
});

it("saved session is stored under the fixed keys and marks the root element", () => {
  saveSession(session);
  expect(readSession()).toEqual(session);
  expect(localStorage.getItem("auth_token")).toBe("marker");
  expect(JSON.parse(localStorage.getItem("auth_user") ?? "")).toEqual(session.user);
  expect(document.documentElement.dataset).toMatchObject({ session: "in", role: "editor" });
});

it("cleared session is removed from storage and from the root element", () => {
  saveSession(session);
  clearSession();
  expect(readSession()).toBeNull();
  expect(localStorage.length).toBe(0);
  expect(document.documentElement.dataset["session"]).toBeUndefined();
  expect(document.documentElement.dataset["role"]).toBeUndefined();
});

it("session restored from storage has no expiry", () => {
  localStorage.setItem("auth_token", "marker");
  localStorage.setItem("auth_user", JSON.stringify(session.user));
  expect(readSession()).toEqual({ ...session, expires_at: "" });
});

it.each(["{", "null", '"text"', "{}"])("stored user %o is not a session", (text) => {
  localStorage.setItem("auth_token", "marker");
  localStorage.setItem("auth_user", text);
  expect(readSession()).toBeNull();
});

it("headers have the token only with a session", () => {
  expect(authHeaders()).toEqual({ "X-Session-Transport": "cookie" });
  saveSession(session);
  expect(authHeaders()).toEqual({ "X-Session-Transport": "cookie", Authorization: "Bearer marker" });
});

const ROLES = ["admin", "editor", "support", "writer", "user"] as const;

it("all roles but that of visitors are staff", () => {
  expect(ROLES.filter((role) => isStaff({ role }))).toEqual(["admin", "editor", "support", "writer"]);
});

it.each([
  ["admin", ["admin"]],
  ["editor", ["admin", "editor"]],
  ["support", ["admin", "editor", "support"]],
  ["writer", ["admin", "editor", "writer"]],
  ["user", ROLES],
] as const)("rights of the role %s are those of %s", (least, expected) => {
  expect(ROLES.filter((role) => hasRightsOf({ role }, least))).toEqual(expected);
});
