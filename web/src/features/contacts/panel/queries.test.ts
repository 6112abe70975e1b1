import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { contactRecord, contactSummary, contactTimeline, REFRESH_MS } from "./queries";

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

it("timeline is fetched again until its replies have left the queue", async () => {
  for (const state of ["queued", "sent"]) {
    server.mockResolvedValueOnce(Response.json({ entries: [{ kind: "reply", state }] }));
  }
  const unsubscribe = new QueryObserver(cache, contactTimeline("a")).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  unsubscribe();
  expect(server).toHaveBeenCalledTimes(2);
});

it("counts of the tabs are fetched again as often as the rows", async () => {
  server.mockImplementation(() => Promise.resolve(Response.json({ new: 1 })));
  const unsubscribe = new QueryObserver(cache, contactSummary).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(REFRESH_MS + 1_000);
  unsubscribe();
  expect(server).toHaveBeenCalledTimes(2);
});
