import { beforeEach, expect, it } from "vitest";

import type { Session } from "@/api/types";
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

it("keeps the session under the specified names and marks the document", () => {
  saveSession(session);
  expect(readSession()).toEqual(session);
  expect(localStorage.getItem("auth_token")).toBe("marker");
  expect(JSON.parse(localStorage.getItem("auth_user") ?? "")).toEqual(session.user);
  expect(document.documentElement.dataset).toMatchObject({ session: "in", role: "editor" });
});

it("forgets everything at once", () => {
  saveSession(session);
  clearSession();
  expect(readSession()).toBeNull();
  expect(localStorage.length).toBe(0);
  expect(document.documentElement.dataset["session"]).toBeUndefined();
});

it("restores a session from storage without its expiry", () => {
  localStorage.setItem("auth_token", "marker");
  localStorage.setItem("auth_user", JSON.stringify(session.user));
  expect(readSession()).toEqual({ ...session, expires_at: "" });
});

it.each(["{", "null", '"text"', "{}"])("takes the stored user %o for no session", (text) => {
  localStorage.setItem("auth_token", "marker");
  localStorage.setItem("auth_user", text);
  expect(readSession()).toBeNull();
});

it("sends the token only when there is one", () => {
  expect(authHeaders()).toEqual({ "X-Session-Transport": "cookie" });
  saveSession(session);
  expect(authHeaders()).toEqual({ "X-Session-Transport": "cookie", Authorization: "Bearer marker" });
});

it("counts administrators and editors as staff", () => {
  expect((["admin", "editor", "user"] as const).map((role) => isStaff({ role }))).toEqual([
    true,
    true,
    false,
  ]);
});
