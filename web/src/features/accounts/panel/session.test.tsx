import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from "vitest";

import { clearSession, readSession, saveSession } from "@/api/session";
import type { Session } from "@/api/types";
import { SessionProvider, useSession } from "./session";

const session: Session = {
  token: "first",
  expires_at: "",
  user: {
    id: "1",
    email: "ana@exemplo.com",
    full_name: "Ana",
    role: "admin",
    email_verified: true,
    must_change_password: false,
    created_at: "2026-01-01T00:00:00Z",
  },
};
const other = { ...session, token: "second", user: { ...session.user, id: "2", full_name: "Bia" } };
const known = ({ user }: Session) => Response.json(user);
const unknown = () => Response.json({ message: "Entre", code: "unauthenticated" }, { status: 401 });

type Answer = (response: Response) => void;
let answers: Answer[];
let log: MockInstance<typeof console.error>;

beforeEach(() => {
  log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  answers = [];
  saveSession(session);
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => answers.push(resolve)));
});
afterEach(() => {
  clearSession();
  vi.unstubAllGlobals();
});

/** Answers the oldest pending call. */
const answer = (response: Response) =>
  act(async () => {
    await vi.waitUntil(() => answers.length > 0);
    answers.shift()?.(response);
    await new Promise((resolve) => setTimeout(resolve));
  });
const start = () => renderHook(() => useSession().state, { wrapper: SessionProvider }).result;

it("session is confirmed by the server, or cleared if the server refuses it", async () => {
  const state = start();
  expect(state.current.phase).toBe("loading");
  await answer(known(session));
  expect(state.current).toEqual({ phase: "signed_in", user: session.user });

  const again = start();
  await answer(unknown());
  expect(again.current.phase).toBe("signed_out");
  expect(readSession()).toBeNull();
});

it("session that ended during the check is not restored", async () => {
  const state = start();
  clearSession();
  await answer(known(session));
  expect(state.current.phase).toBe("signed_out");
  expect(readSession()).toBeNull();
});

it.each([
  ["confirmed", known(session)],
  ["refused", unknown()],
])("session that another tab has started is checked after the former one was %s", async (_, late) => {
  const state = start();
  saveSession(other);
  await answer(late);
  expect(readSession()).toEqual(other);
  await answer(known(other));
  expect(state.current).toEqual({ phase: "signed_in", user: other.user });
  expect(log).not.toHaveBeenCalled();
});

it.each([
  ["no answer", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["429", () => Promise.resolve(new Response("busy", { status: 429 }))],
  ["502", () => Promise.resolve(new Response("<h1>Bad Gateway</h1>", { status: 502 }))],
])("check that gets %s is retried, and then opens the panel for the stored user", async (_, fail) => {
  vi.useFakeTimers();
  try {
    const ask = vi.fn<() => Promise<Response>>(fail);
    vi.stubGlobal("fetch", ask);
    const state = start();
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect([state.current.phase, readSession()]).toEqual(["loading", session]);
    const user = { ...session.user, full_name: "Ana Nova" };
    ask.mockResolvedValueOnce(Response.json(user));
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(state.current).toEqual({ phase: "signed_in", user });
    expect(log).not.toHaveBeenCalled();

    const again = start();
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(again.current).toEqual({ phase: "signed_in", user });
    expect(readSession()?.token).toBe(session.token);
    expect(log).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});

it("session that another tab ended is not restored by a check without an answer", async () => {
  vi.useFakeTimers();
  try {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    const state = start();
    await act(() => vi.advanceTimersByTimeAsync(500));
    clearSession();
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect([state.current.phase, readSession()]).toEqual(["signed_out", null]);
  } finally {
    vi.useRealTimers();
  }
});

it("check with an incomplete answer is retried", async () => {
  vi.useFakeTimers();
  try {
    const cut = new ReadableStream({
      start: (body) => body.error(new DOMException("BodyStreamBuffer was aborted", "AbortError")),
    });
    const ask = vi.fn().mockResolvedValueOnce(new Response(cut)).mockResolvedValueOnce(known(session));
    vi.stubGlobal("fetch", ask);
    const state = start();
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect([state.current.phase, readSession()]).toEqual(["loading", session]);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(state.current).toEqual({ phase: "signed_in", user: session.user });
  } finally {
    vi.useRealTimers();
  }
});
