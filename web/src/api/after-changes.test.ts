import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { afterChanges } from "./after-changes";

const mutationKey = ["things"];
let cache: QueryClient;
/** The server's list, and the reads of it that are not answered yet. */
let stored: string[];
let readings: (() => void)[];

beforeEach(() => {
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  [stored, readings] = [[], []];
});
afterEach(() => cache.clear());

function list() {
  return cache.query({
    queryKey: ["things"],
    staleTime: 0,
    queryFn: async () => {
      const read = [...stored];
      await new Promise<void>((done) => readings.push(done));
      return read;
    },
  });
}

function change(send: () => unknown) {
  const ask = vi.fn(() => void list().catch(() => undefined));
  const observer = new MutationObserver(cache, {
    mutationKey,
    mutationFn: () => Promise.resolve(send()),
    onSettled: () => afterChanges(cache, mutationKey, () => cache.cancelQueries().then(ask)),
  });
  return observer.mutate();
}

it("change during a read reloads the list", async () => {
  await change(() => stored.push("first"));
  await vi.waitFor(() => expect(readings).toHaveLength(1));
  await change(() => stored.push("second"));
  await vi.waitFor(() => expect(readings).toHaveLength(2));
  readings.forEach((done) => done());
  await vi.waitFor(() => expect(cache.getQueryData(["things"])).toEqual(["first", "second"]));
});

it("several changes reload the list once, after the last one", async () => {
  let answer: () => void = () => undefined;
  const slow = change(() => new Promise<void>((done) => (answer = done)));
  await change(() => stored.push("quick"));
  await new Promise((done) => setTimeout(done));
  expect(readings).toHaveLength(0);
  answer();
  await slow;
  await vi.waitFor(() => expect(readings).toHaveLength(1));
});
