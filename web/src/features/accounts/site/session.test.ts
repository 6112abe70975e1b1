import { afterEach, beforeEach, expect, it, type MockInstance, vi } from "vitest";

import { clearSession, readSession, saveSession } from "@/api/session";
import type { Session } from "@/api/types";
import { checkSession } from "./session";

const session: Session = {
  token: "first",
  expires_at: "",
  user: {
    id: "1",
    email: "ana@exemplo.com",
    full_name: "Ana",
    role: "user",
    email_verified: true,
    must_change_password: false,
    created_at: "2026-01-01T00:00:00Z",
  },
};
const other = { ...session, token: "second" };
const confirmation = () => Response.json({ ...session.user, full_name: "Ana Nova" });
const refusal = () => Response.json({ message: "Entre", code: "unauthenticated" }, { status: 401 });

let answer: (response: Response) => void;
let log: MockInstance<typeof console.error>;

beforeEach(() => {
  log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  saveSession(session);
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

/** Starts a check, runs an action while it waits, and then answers it. */
async function checkWhile(action: () => void, response: Response): Promise<void> {
  const checked = checkSession(session);
  action();
  answer(response);
  await checked;
}

it("check updates the stored user", async () => {
  await checkWhile(() => undefined, confirmation());
  expect(readSession()).toMatchObject({ token: "first", user: { full_name: "Ana Nova" } });
});

it("check clears a session that the server refuses", async () => {
  await checkWhile(() => undefined, refusal());
  expect(readSession()).toBeNull();
  expect(log).toHaveBeenCalledWith("Erro ao verificar autenticação", expect.anything());
});

it.each([
  ["missing", () => Promise.reject(new TypeError("Failed to fetch"))],
  [
    "incomplete",
    () => Promise.resolve(new Response(new ReadableStream({ start: (body) => body.error(new TypeError()) }))),
  ],
])("%s answer doesn't clear the session", async (_, fetch) => {
  vi.stubGlobal("fetch", fetch);
  await checkSession(session);
  expect(readSession()).toEqual(session);
  expect(log).toHaveBeenCalledWith("Erro ao verificar autenticação", expect.anything());
});

it.each([429, 500, 502, 503])("answer %d doesn't clear the session", async (status) => {
  await checkWhile(() => undefined, new Response("busy", { status }));
  expect(readSession()).toEqual(session);
  expect(log).toHaveBeenCalledWith("Erro ao verificar autenticação", expect.anything());
});

it("session that ended during the check is not restored", async () => {
  await checkWhile(clearSession, confirmation());
  expect(readSession()).toBeNull();
  expect(document.documentElement.dataset["session"]).toBeUndefined();
});

it.each([
  ["confirms", confirmation],
  ["refuses", refusal],
])(
  "session that was started during the check is unchanged if the server %s the former one",
  async (_, response) => {
    await checkWhile(() => saveSession(other), response());
    expect(readSession()).toEqual(other);
    expect(log).not.toHaveBeenCalled();
  },
);
