import { type InfiniteData, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";

import type { Page } from "@/api/list-page";
import type { Contact, ContactStage } from "@/api/types";
import { boardCards } from "@/features/contacts/panel/board/queries";
import { CONTACTS } from "@/features/contacts/panel/record";
import { useChangeStage } from "./changes";

afterEach(() => vi.unstubAllGlobals());

it("card that a colleague has moved meanwhile is shown in its new column", async () => {
  const seen = { id: "a", version: 1, stage: "new", value_cents: null, lost_reason: null } as Contact;
  const moved: Contact = { ...seen, version: 2, stage: "talking" };
  vi.stubGlobal("fetch", ({ method }: Request) =>
    Promise.resolve(
      method === "PUT"
        ? Response.json({}, { status: 412 })
        : Response.json(moved, { headers: { ETag: '"2"' } }),
    ),
  );
  const cache = new QueryClient();
  const keyOf = (stage: ContactStage) => boardCards(CONTACTS.defaults, stage).queryKey;
  const idsIn = (stage: ContactStage) =>
    cache.getQueryData<InfiniteData<Page<Contact>>>(keyOf(stage))?.pages[0]?.items.map(({ id }) => id);
  for (const stage of ["new", "talking", "proposal"] as const) {
    const page = { items: stage === "new" ? [seen] : [], next: null, total: 0 };
    cache.setQueryData(keyOf(stage), { pages: [page], pageParams: [null] } as never);
  }
  const onRefused = vi.fn();
  const { result } = renderHook(() => useChangeStage(undefined, onRefused), {
    wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
  });
  result.current.mutate({ contact: seen, change: { stage: "proposal" }, etag: '"1"' });
  await waitFor(() => expect(idsIn("talking")).toEqual(["a"]));
  expect([idsIn("new"), idsIn("proposal")]).toEqual([[], []]);
  expect(onRefused).toHaveBeenCalledWith(seen);
});
