import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { Post, PostInput } from "@/api/types";
import type { BLANK } from "@/features/blog/panel/fields";
import { notify } from "@/lib/notify";
import { readPostDraft } from "./local-draft";
import { POST } from "./post.fixture";
import { usePostEditor } from "./use-post-editor";

interface Call {
  method: string;
  key: string | null;
  version: string | null;
  input: PostInput;
  answer: (response: Response) => Promise<void>;
  /** Fails the call without an answer. */
  lose: () => Promise<void>;
}

let calls: Call[] = [];
const saved = (version: number, change: Partial<Post>) =>
  Response.json({ ...POST, ...change }, { headers: { ETag: `"${version}"` } });
const refused = (status: number, code: string) => Response.json({ code, message: code }, { status });

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  calls = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { method, headers } = request;
    const input = method === "GET" ? {} : ((await request.json()) as PostInput);
    return new Promise<Response>((resolve, reject) => {
      const settle = async (answer: () => void) => {
        await act(async () => {
          answer();
          await vi.advanceTimersByTimeAsync(0);
        });
      };
      calls.push({
        method,
        input,
        key: headers.get("Idempotency-Key"),
        version: headers.get("If-Match"),
        answer: (response) => settle(() => resolve(response)),
        lose: () => settle(() => reject(new TypeError("no network"))),
      });
    });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(opened: Post | null = null) {
  const cache = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  const base = opened && { value: opened, etag: '"1"' };
  const { result } = renderHook(() => usePostEditor(base, readPostDraft(opened?.id ?? "new")), { wrapper });
  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return {
    now: () => result.current,
    type: (change: Partial<typeof BLANK>) => act(() => result.current.set(change)),
    /** Waits until the autosave starts. */
    pause: () => after(3000),
    /** Waits until the autosave is repeated. */
    retry: () => after(10_000),
    /** Starts work that waits for answers. The returned object gets the `result` when the work has finished. */
    start: async <T,>(work: () => Promise<T>): Promise<{ result?: T }> => {
      const outcome: { result?: T } = {};
      act(() => void work().then((result) => (outcome.result = result)));
      await after(0);
      return outcome;
    },
  };
}

const TYPED = { title: "Um", content: "Texto" };
const DRAFT = { title: "Um", slug: "um", content: "Texto" };
const MORE = { content: "Texto e mais" };

it("saving a new post by hand waits for a running autosave", async () => {
  const { now, type, pause, start } = open();
  type(TYPED);
  await pause();
  expect(now().work).toBe("autosaving");
  type(MORE);
  await start(() => now().save());
  expect(now().work).toBe("saving");
  expect(calls).toHaveLength(1);
  await calls[0]?.answer(saved(1, DRAFT));
  expect(calls[1]).toMatchObject({ method: "PUT", version: '"1"', input: MORE });
  await calls[1]?.answer(saved(2, { ...DRAFT, ...MORE }));
  expect(now()).toMatchObject({ work: "none", isDirty: false, isNew: false });
});

it("leaving waits for a running autosave", async () => {
  const { now, type, pause, start } = open();
  type(TYPED);
  await pause();
  const leaving = await start(() => now().saveBeforeLeaving());
  expect(calls).toHaveLength(1);
  await calls[0]?.answer(saved(1, DRAFT));
  expect([leaving.result, calls.length]).toEqual([true, 1]);
});

it("saving during an autosave of a saved post causes no conflict", async () => {
  const { now, type, pause, start } = open({ ...POST, ...DRAFT });
  type({ content: "Dois" });
  await pause();
  type(MORE);
  await start(() => now().save());
  await calls[0]?.answer(saved(2, { ...DRAFT, content: "Dois" }));
  expect(calls[1]).toMatchObject({ version: '"2"', input: MORE });
});

it("server's error of a field disappears after a successful autosave", async () => {
  const { now, type, pause, retry } = open();
  type(TYPED);
  await pause();
  await calls[0]?.answer(refused(409, "slug_taken"));
  expect(now().errors).toEqual({ slug: "slug_taken" });
  type({ excerpt: "Resumo" });
  await retry();
  await calls[1]?.answer(saved(1, { ...DRAFT, excerpt: "Resumo" }));
  expect(now().errors).toEqual({});
  expect(now().autosave.phase).toBe("saved");
});

it("error of an invalid date stays after an autosave", async () => {
  const { now, type, pause, start } = open();
  type({ ...TYPED, publish_at: "20270-01-01T10:00" });
  await start(() => now().save());
  await pause();
  await calls[0]?.answer(saved(1, DRAFT));
  expect(now().autosave.phase).toBe("saved");
  expect(now().errors).toEqual({ publish_at: "Complete a data e a hora." });
});

it("unanswered creation is repeated with the same key before later input is sent", async () => {
  const { now, type, pause, retry } = open();
  type(TYPED);
  await pause();
  await calls[0]?.lose();
  type(MORE);
  await retry();
  expect(calls[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(calls[1]).toMatchObject({ method: "POST", key: calls[0]?.key, input: DRAFT });
  await calls[1]?.answer(saved(1, DRAFT));
  expect(calls[2]).toMatchObject({ method: "PUT", version: '"1"', input: MORE });
  await calls[2]?.answer(saved(2, { ...DRAFT, ...MORE }));
  expect(now()).toMatchObject({ isDirty: false, autosave: { phase: "saved" } });
});

it("unanswered creation is repeated with the same key after a reload", async () => {
  const before = open();
  before.type(TYPED);
  await before.pause();
  await calls[0]?.lose();
  cleanup();
  await open().pause();
  expect(calls[1]).toMatchObject({ method: "POST", key: calls[0]?.key });
});

it("autosave that repeats an unanswered publication saves a draft, and the form stays unsaved", async () => {
  const { now, type, start, retry } = open();
  type({ ...TYPED, is_published: true });
  await start(() => now().save());
  await calls[0]?.lose();
  await retry();
  expect(calls[0]?.input).toMatchObject({ is_published: true });
  expect(calls[1]).toMatchObject({ key: calls[0]?.key, input: { is_published: false } });
  await calls[1]?.answer(saved(1, DRAFT));
  expect(now()).toMatchObject({ fields: { is_published: true }, isDirty: true });
});

it("save failure without a reason from the server shows the fallback text", async () => {
  const error = vi.spyOn(notify, "error").mockReturnValue();
  for (const [opened, text] of [
    [null, "Erro ao criar post"],
    [{ ...POST, ...DRAFT }, "Erro ao atualizar post"],
  ] as const) {
    const { now, type, start } = open(opened);
    type({ ...TYPED, ...MORE });
    await start(() => now().save());
    await calls.at(-1)?.answer(new Response("Bad gateway", { status: 502 }));
    expect(error).toHaveBeenLastCalledWith("Erro ao salvar post", text);
    cleanup();
  }
  error.mockRestore();
});

it("refused creation is repeated with another key", async () => {
  const { type, pause } = open();
  type(TYPED);
  await pause();
  await calls[0]?.answer(refused(409, "slug_taken"));
  type({ slug: "outro" });
  await pause();
  expect(calls[1]).toMatchObject({ method: "POST", input: { slug: "outro" } });
  expect(calls[1]?.key).not.toBe(calls[0]?.key);
});

it("refused creation isn't repeated after a reload", async () => {
  const before = open();
  before.type(TYPED);
  await before.pause();
  await calls[0]?.answer(refused(409, "slug_taken"));
  cleanup();
  const { now, type, pause } = open();
  expect(now().fields).toMatchObject(TYPED);
  type({ slug: "outro" });
  await pause();
  expect(calls[1]).toMatchObject({ method: "POST", input: { slug: "outro" } });
  expect(calls[1]?.key).not.toBe(calls[0]?.key);
});

it("discarded post isn't stored as a local draft when its autosave is refused", async () => {
  const { now, type, pause } = open();
  type(TYPED);
  await pause();
  act(() => now().discard());
  await calls[0]?.answer(refused(409, "slug_taken"));
  expect(readPostDraft("new")).toBeNull();
});

it("date of a hidden field isn't sent", async () => {
  const { now, type, start } = open();
  type({ ...TYPED, publish_at: "2027-01-01T10:00", unpublish_at: "2025-01-01T10:00" });
  type({ publish_at: "" });
  await start(() => now().save());
  expect(calls[0]?.input).toMatchObject({ publish_at: null, unpublish_at: null });
  await calls[0]?.answer(saved(1, DRAFT));
  expect(now()).toMatchObject({ isDirty: false, fields: { unpublish_at: "" } });
});

it("invalid date is an error and isn't sent", async () => {
  const { now, type, start } = open();
  type({ ...TYPED, publish_at: "20270-01-01T10:00" });
  await start(() => now().save());
  expect(calls).toHaveLength(0);
  expect(now().errors).toEqual({ publish_at: "Complete a data e a hora." });
});

it("post discarded during an autosave isn't saved again", async () => {
  const { now, type, pause, start } = open();
  type(TYPED);
  await pause();
  type(MORE);
  await start(() => now().saveBeforeLeaving());
  act(() => now().discard());
  const address = window.location.href;
  await calls[0]?.answer(saved(1, DRAFT));
  expect([calls.length, window.location.href, now().base]).toEqual([1, address, null]);
});

it("deleted post is saved after it was restored", async () => {
  const { now, type, pause } = open({ ...POST, ...DRAFT });
  type(MORE);
  await pause();
  await calls[0]?.answer(refused(404, "not_found"));
  expect(now()).toMatchObject({ isDeleted: true, isDirty: true, fields: MORE });
  expect(now().autosave).toEqual({ phase: "refused", reason: "Outra pessoa excluiu este post agora." });
  await pause();
  expect(calls).toHaveLength(1);
  act(() => now().restored());
  await pause();
  await calls[1]?.answer(saved(3, { ...DRAFT, ...MORE }));
  expect(now()).toMatchObject({ isDeleted: false, isDirty: false });
});
