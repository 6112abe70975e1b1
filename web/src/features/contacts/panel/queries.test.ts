import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { contactRecord, contactTimeline } from "./queries";

const server = vi.fn<(request: Request) => Promise<Response>>();
let cache: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  server.mockReset();
  cache = new QueryClient();
  vi.stubGlobal("fetch", server);
});
afterEach(() => {
  cache.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("contact is fetched again until its reply has left the queue", async () => {
  for (const delivery of ["queued", "failed"]) server.mockResolvedValueOnce(Response.json({ delivery }));
  const unsubscribe = new QueryObserver(cache, contactRecord("a")).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  unsubscribe();
  expect(server).toHaveBeenCalledTimes(2);
});

it("timeline is fetched more often until its replies have left the queue", async () => {
  for (const state of ["queued", "sent"]) {
    server.mockResolvedValueOnce(Response.json({ entries: [{ kind: "reply", state }] }));
  }
  const unsubscribe = new QueryObserver(cache, contactTimeline("a")).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(19_000);
  unsubscribe();
  expect(server).toHaveBeenCalledTimes(2);
});

it("record is fetched again when its timeline has a new entry, but not when someone starts writing", async () => {
  const timelines = [
    { entries: [], writing: [] },
    { entries: [], writing: ["Bia"] },
    { entries: [{ kind: "change", text: "arquivou" }], writing: ["Bia"] },
  ];
  const paths: string[] = [];
  server.mockImplementation(({ url }) => {
    const { pathname } = new URL(url);
    paths.push(pathname);
    return Promise.resolve(Response.json(pathname.endsWith("/timeline") ? timelines.shift() : {}));
  });
  const stops = [
    new QueryObserver(cache, contactRecord("a")).subscribe(() => undefined),
    new QueryObserver(cache, contactTimeline("a")).subscribe(() => undefined),
  ];
  const fetches = () => paths.filter((path) => path.endsWith("/a")).length;
  await vi.advanceTimersByTimeAsync(16_000);
  expect([paths.length, fetches()]).toEqual([3, 1]);
  await vi.advanceTimersByTimeAsync(15_000);
  stops.forEach((stop) => stop());
  expect([paths.length, fetches()]).toEqual([5, 2]);
});

it("timeline that has not changed is not sent again", async () => {
  const timeline = { entries: [{ kind: "note" }] };
  server.mockResolvedValueOnce(Response.json(timeline, { headers: { ETag: '"a"' } }));
  server.mockImplementation(() =>
    Promise.resolve(new Response(null, { status: 304, headers: { ETag: '"a"' } })),
  );
  const unsubscribe = new QueryObserver(cache, contactTimeline("a")).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(31_000);
  unsubscribe();
  const sent = server.mock.calls.map(([request]) => request.headers.get("If-None-Match"));
  expect(sent).toEqual([null, '"a"', '"a"']);
  expect(cache.getQueryData(contactTimeline("a").queryKey)).toMatchObject(timeline);
});
