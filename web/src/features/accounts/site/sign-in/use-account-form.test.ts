import { expect, it, vi } from "vitest";

import { readSession } from "@/api/session";
import type { Session } from "@/api/types";
import { continueWithSession } from "./use-account-form";

const session = { token: "t", user: { id: "1", role: "user", full_name: "Ana" }, expires_at: "" } as Session;
const blocked = /navegador bloqueia cookies/;

it("browser that blocks storage or cookies is named, and the page stays", () => {
  const assign = vi.spyOn(location, "assign").mockReturnValue();
  const storage = vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  });
  expect(() => continueWithSession(session, { title: "" })).toThrow(blocked);
  storage.mockRestore();
  const cookies = vi.spyOn(navigator, "cookieEnabled", "get").mockReturnValue(false);
  expect(() => continueWithSession(session, { title: "" })).toThrow(blocked);
  expect(readSession()).toBeNull();
  expect(assign).not.toHaveBeenCalled();
  cookies.mockReturnValue(true);
  continueWithSession(session, { title: "" });
  expect(assign).toHaveBeenCalledWith("/");
});
