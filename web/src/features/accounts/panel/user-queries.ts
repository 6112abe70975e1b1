/** Users as the server gives them, and the keys they are cached under. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import { nextCursor } from "@/api/next-cursor";
import type { UserRecord } from "@/api/types";
import { versioned } from "@/api/versioned";
import type { Versioned } from "@/lib/versioned";
import type { UserFilter } from "./user-filter";

export const PAGE_SIZE = 50;

export interface UserPage {
  users: UserRecord[];
  /** How many match in all. */
  total: number;
  /** The next page's cursor. */
  next: string | null;
}

export const userKeys = {
  all: ["users"],
  list: (filter: UserFilter) => ["users", "list", filter] as const,
  record: (id: string) => ["users", "record", id] as const,
} as const;

/** Whether a mail server is configured. Shares the outbox's cache entry. */
export const sendsMail = queryOptions({
  queryKey: ["outbox", "summary"],
  queryFn: ({ signal }) => body(api.GET("/api/outbox/summary", { signal })),
  select: ({ configured }) => configured,
});

const FAILURE = {
  error_title: "Erro ao carregar usuários",
  unreachable_title: "Erro ao conectar com o servidor",
};

export const userPage = (filter: UserFilter) =>
  queryOptions({
    queryKey: userKeys.list(filter),
    queryFn: async ({ signal }): Promise<UserPage> => {
      const { search, role, cursor } = filter;
      const query = {
        limit: PAGE_SIZE,
        ...(search && { search }),
        ...(role && { role }),
        ...(cursor && { cursor }),
      };
      const { data, response } = await api.GET("/api/auth/users", { params: { query }, signal });
      const users = data?.users ?? [];
      return {
        users,
        total: Number(response.headers.get("X-Total-Count") ?? users.length),
        next: nextCursor(response.headers.get("Link")),
      };
    },
    // The rows stay while those of another filter come.
    placeholderData: keepPreviousData,
    meta: FAILURE,
  });

export function findUser(id: string, signal?: AbortSignal): Promise<Versioned<UserRecord>> {
  const params = { path: { id } };
  return versioned(api.GET("/api/auth/users/{id}", { params, ...(signal && { signal }) }));
}

export const userRecord = (id: string) =>
  queryOptions({
    queryKey: userKeys.record(id),
    queryFn: ({ signal }) => findUser(id, signal),
    meta: FAILURE,
  });
