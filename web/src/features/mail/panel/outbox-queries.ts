/** Mail as the server gives it, and the keys it is cached under. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import { nextCursor } from "@/api/next-cursor";
import type { MailState, OutboxMessage } from "@/api/types";

export const PAGE_SIZE = 50;

export interface OutboxFilter {
  state: MailState | null;
  /** Empty on the first page. */
  cursor: string;
}

export interface OutboxPage {
  messages: OutboxMessage[];
  /** How many match in all. */
  total: number;
  next: string | null;
}

/** What waits can leave at any moment. */
const REFRESH_MS = 10_000;

export const outboxKeys = {
  all: ["outbox"],
  list: (filter: OutboxFilter) => ["outbox", "list", filter] as const,
  summary: ["outbox", "summary"],
} as const;

export const outboxPage = (filter: OutboxFilter) =>
  queryOptions({
    queryKey: outboxKeys.list(filter),
    queryFn: async ({ signal }): Promise<OutboxPage> => {
      const query = {
        limit: PAGE_SIZE,
        ...(filter.state && { state: filter.state }),
        ...(filter.cursor && { cursor: filter.cursor }),
      };
      const { data = [], response } = await api.GET("/api/outbox", { params: { query }, signal });
      return {
        messages: data,
        total: Number(response.headers.get("X-Total-Count") ?? data.length),
        next: nextCursor(response.headers.get("Link")),
      };
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    meta: { error_title: "Erro ao carregar e-mails" },
  });

export const outboxSummary = queryOptions({
  queryKey: outboxKeys.summary,
  queryFn: ({ signal }) => body(api.GET("/api/outbox/summary", { signal })),
  refetchInterval: REFRESH_MS,
});
