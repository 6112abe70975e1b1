import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { afterChanges } from "./after-changes";

const mutationKey = ["things"];
let cache: QueryClient;
/** The server's list. */
let stored: string[];
/** Functions that answer the requests for the list. */
let reads: (() => void)[];

beforeEach(() => {
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  [stored, reads] = [[], []];
});
afterEach(() => cache.clear());

function list() {
  return cache.query({
    queryKey: ["things"],
    staleTime: 0,
    queryFn: async () => {
      const read = [...stored];
      await new Promise<void>((done) => reads.push(done));
      return read;
    },
  });
}

function change(send: () => unknown) {
  const reload = () => void list().catch(() => undefined);
  const observer = new MutationObserver(cache, {
    mutationKey,
    mutationFn: () => Promise.resolve(send()),
    onSettled: () => afterChanges(cache, mutationKey, () => cache.cancelQueries().then(reload)),
  });
  return observer.mutate();
}

it("change while the list is loading loads the list again", async () => {
  await change(() => stored.push("first"));
  await vi.waitFor(() => expect(reads).toHaveLength(1));
  await change(() => stored.push("second"));
  await vi.waitFor(() => expect(reads).toHaveLength(2));
  reads.forEach((done) => done());
  await vi.waitFor(() => expect(cache.getQueryData(["things"])).toEqual(["first", "second"]));
});

it("several changes reload the list once, after the last one", async () => {
  let answer: () => void = () => undefined;
  const slow = change(() => new Promise<void>((done) => (answer = done)));
  await change(() => stored.push("quick"));
  await new Promise((done) => setTimeout(done));
  expect(reads).toHaveLength(0);
  answer();
  await slow;
  await vi.waitFor(() => expect(reads).toHaveLength(1));
});
