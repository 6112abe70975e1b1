import { QueryClient, MutationObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { afterChanges } from "./after-changes";

const mutationKey = ["things"];
let cache: QueryClient;
/** What the server has, and what each reading of it waits for. */
let kept: string[];
let readings: (() => void)[];

beforeEach(() => {
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  [kept, readings] = [[], []];
});
afterEach(() => cache.clear());

function list() {
  return cache.query({
    queryKey: ["things"],
    staleTime: 0,
    queryFn: async () => {
      const read = [...kept];
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

it("asks again after a change that came while the list was being read", async () => {
  await change(() => kept.push("first"));
  await vi.waitFor(() => expect(readings).toHaveLength(1));
  await change(() => kept.push("second"));
  await vi.waitFor(() => expect(readings).toHaveLength(2));
  readings.forEach((done) => done());
  await vi.waitFor(() => expect(cache.getQueryData(["things"])).toEqual(["first", "second"]));
});

it("lets the last of several changes ask", async () => {
  let answer: () => void = () => undefined;
  const slow = change(() => new Promise<void>((done) => (answer = done)));
  await change(() => kept.push("quick"));
  await new Promise((done) => setTimeout(done));
  expect(readings).toHaveLength(0);
  answer();
  await slow;
  await vi.waitFor(() => expect(readings).toHaveLength(1));
});
