import { QueryClient, QueryClientProvider, QueryObserver } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { createElement, type PropsWithChildren } from "react";
import { expect, it, vi } from "vitest";

import { FULL_COVERAGE } from "@/api/list-page";
import { notify } from "@/lib/notify";
import { undoOf, useChangePosts } from "./changes";
import { postPage, POSTS } from "./queries";

it("undo of unpublishing restores the schedule of a post instead of publishing it", () => {
  const schedule = {
    is_published: false,
    published_at: null,
    publish_at: "2026-12-01T12:00:00Z",
    unpublish_at: null,
  };
  expect(undoOf("unpublish", schedule)).toEqual({ action: "schedule", ...schedule });
  expect(undoOf("delete", schedule)).toEqual({ action: "restore" });
});

it("bulk change skips posts that have changed since the user saw them, and says how many", async () => {
  const success = vi.spyOn(notify, "success").mockReturnValue(vi.fn());
  const sent = vi.fn<(change: unknown) => void>();
  vi.stubGlobal("fetch", async (request: Request) => {
    sent(await request.json());
    return Response.json([{ id: "a", version: 2 }]);
  });
  const cache = new QueryClient();
  const { queryKey } = postPage(POSTS.defaults);
  const items = ["a", "b"].map((id, index) => ({ id, version: index + 1, is_published: false }));
  cache.setQueryData([...queryKey], { items, total: 2, coverage: FULL_COVERAGE, next: null });
  const queryFn = () => cache.getQueryData(queryKey);
  new QueryObserver(cache, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => undefined);
  const wrapper = ({ children }: PropsWithChildren) =>
    createElement(QueryClientProvider, { client: cache }, children);
  const { result } = renderHook(() => useChangePosts(), { wrapper });
  await act(() => result.current.mutateAsync({ action: "publish", ids: ["a", "b"] }));
  expect(sent).toHaveBeenCalledWith({ action: "publish", ids: ["a", "b"], versions: { a: 1, b: 2 } });
  expect(success).toHaveBeenCalledWith(
    "1 post publicado",
    "1 post mudou ou foi para a lixeira enquanto você olhava e ficou como está.",
    expect.objectContaining({ label: "Desfazer" }),
  );
  vi.unstubAllGlobals();
});
