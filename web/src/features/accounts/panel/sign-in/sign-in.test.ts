import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { readSession } from "@/api/session";
import type { Role } from "@/api/types";
import { signInStaff } from "./sign-in";

const server = vi.fn<(request: Request) => Promise<Response>>();
const credentials = { email: "ana@exemplo.com.br", password: "uma senha comprida" };

function sessionOf(role: Role): Response {
  const user = {
    id: "1",
    email: credentials.email,
    full_name: "Ana",
    role,
    email_verified: true,
    created_at: "",
  };
  return Response.json({ token: "marker", user, expires_at: "" });
}

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("fetch", server);
});
afterEach(() => {
  server.mockReset();
  vi.unstubAllGlobals();
});

it("staff get a session", async () => {
  server.mockResolvedValueOnce(sessionOf("editor"));
  expect((await signInStaff(credentials)).user.role).toBe("editor");
});

it("users who aren't staff are signed out again, with the message of a wrong password", async () => {
  server.mockResolvedValueOnce(sessionOf("user"));
  server.mockResolvedValueOnce(new Response(null, { status: 204 }));
  await expect(signInStaff(credentials)).rejects.toMatchObject({ message: "Email ou senha incorretos." });

  const logout = server.mock.calls[1]?.[0];
  expect(logout?.url).toMatch(/\/api\/auth\/logout$/);
  expect(logout?.headers.get("Authorization")).toBe("Bearer marker");
  expect(readSession()).toBeNull();
});
