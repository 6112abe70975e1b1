import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";

import type { ContactSummary } from "@/api/types";
import { contactPage, contactSummary } from "@/features/contacts/panel/queries";
import { CONTACTS } from "@/features/contacts/panel/record";
import { dashboardStats, useContactChanges } from "./dashboard-queries";

afterEach(() => vi.unstubAllGlobals());

it("dashboard is fetched again when the counts of contacts change", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const cache = new QueryClient();
  const keys = [dashboardStats(30).queryKey, contactPage(CONTACTS.defaults).queryKey];
  for (const key of keys) cache.setQueryData(key, {} as never);
  const isInvalidated = () => keys.map((key) => cache.getQueryState(key)?.isInvalidated);
  const { result } = renderHook(
    () => {
      useContactChanges();
      return useQuery(contactSummary).data?.new;
    },
    {
      wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
    },
  );
  const count = async (number: number) => {
    cache.setQueryData(contactSummary.queryKey, { new: number } as ContactSummary);
    await waitFor(() => expect(result.current).toBe(number));
  };
  await count(3);
  expect(isInvalidated()).toEqual([false, false]);
  await count(4);
  expect(isInvalidated()).toEqual([true, true]);
});
