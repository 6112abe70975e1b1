/** Subscriptions as the server gives them, and the keys they are cached under. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import { nextCursor } from "@/api/next-cursor";
import type { Subscription } from "@/api/types";
import { serverFilter, type SubscriptionFilter } from "./subscription-filter";

export const PAGE_SIZE = 50;

export interface SubscriptionPage {
  subscriptions: Subscription[];
  /** How many match in all. */
  total: number;
  /** The next page's cursor. */
  next: string | null;
}

export const subscriptionKeys = {
  all: ["newsletter"],
  list: (filter: SubscriptionFilter) => ["newsletter", "list", filter] as const,
  summary: ["newsletter", "summary"],
} as const;

export const subscriptionPage = (filter: SubscriptionFilter) =>
  queryOptions({
    queryKey: subscriptionKeys.list(filter),
    queryFn: async ({ signal }): Promise<SubscriptionPage> => {
      const query = {
        ...serverFilter(filter),
        limit: PAGE_SIZE,
        ...(filter.cursor && { cursor: filter.cursor }),
      };
      const call = api.GET("/api/newsletter/subscriptions", { params: { query }, signal });
      const { data = [], response } = await call;
      return {
        subscriptions: data,
        total: Number(response.headers.get("X-Total-Count") ?? data.length),
        next: nextCursor(response.headers.get("Link")),
      };
    },
    // The rows stay while those of another filter come.
    placeholderData: keepPreviousData,
    meta: { error_title: "Erro ao carregar inscrições" },
  });

export const subscriptionSummary = queryOptions({
  queryKey: subscriptionKeys.summary,
  queryFn: ({ signal }) => body(api.GET("/api/newsletter/subscriptions/summary", { signal })),
});
