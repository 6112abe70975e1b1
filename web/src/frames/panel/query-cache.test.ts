import { onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";

import { ApiError } from "@/api/api-error";
import { unreachableServer } from "@/api/client";
import { createQueryClient } from "./query-cache";

const errorOnce = vi.hoisted(() => vi.fn());
vi.mock("@/lib/notify", () => ({ notify: { errorOnce } }));
afterEach(() => {
  errorOnce.mockReset();
  onlineManager.setOnline(true);
});

const title = { errorTitle: "Erro ao carregar usuários" };
const unreachableTitle = "Erro ao conectar com o servidor";

async function fail(meta: object, error: ApiError): Promise<unknown[]> {
  const query = {
    queryKey: ["failing"],
    queryFn: () => Promise.reject(error),
    meta,
    retry: false,
  };
  await createQueryClient()
    .query(query)
    .catch(() => undefined);
  return (errorOnce.mock.lastCall ?? []) as unknown[];
}

it("failed query shows the server's message under its title", async () => {
  const refusal = new ApiError(500, "internal", "Tente mais tarde.");
  expect(await fail({ ...title, unreachableTitle }, refusal)).toEqual([
    title.errorTitle,
    "Tente mais tarde.",
  ]);
});

it("unreachable server is shown under the query's unreachableTitle, or else its errorTitle", async () => {
  const unreachable = unreachableServer();
  expect(await fail({ ...title, unreachableTitle }, unreachable)).toEqual([unreachableTitle]);
  expect(await fail(title, unreachable)).toEqual([title.errorTitle, unreachable.message]);
});

it("refused session shows no message, because the panel asks for a sign-in", async () => {
  expect(await fail(title, new ApiError(401, "unauthenticated", "Entre."))).toEqual([]);
});

it("failed query without a title shows no message", async () => {
  expect(await fail({}, new ApiError(500, "internal", "Tente mais tarde."))).toEqual([]);
});

it("offline browser makes queries and changes fail at once instead of running them later", async () => {
  onlineManager.setOnline(false);
  const cache = createQueryClient();
  const call = vi.fn(() => Promise.reject(unreachableServer()));
  const change = cache.getMutationCache().build(cache, { mutationFn: call });
  await expect(change.execute(undefined)).rejects.toThrow();
  await expect(cache.query({ queryKey: ["offline"], queryFn: call, retry: false })).rejects.toThrow();
  onlineManager.setOnline(true);
  await cache.resumePausedMutations();
  expect(call).toHaveBeenCalledTimes(2);
});

it("query that is loading for the first time loads again after a change", async () => {
  const client = createQueryClient();
  const answers: ((value: string) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ["timeline"],
    queryFn: () => new Promise<string>((done) => answers.push(done)),
  });
  const unsubscribe = observer.subscribe(() => undefined);
  const refreshed = client.invalidateQueries({ queryKey: ["timeline"] });
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.("before the change");
  answers[1]?.("after the change");
  await refreshed;
  expect(observer.getCurrentResult().data).toBe("after the change");
  unsubscribe();
});
