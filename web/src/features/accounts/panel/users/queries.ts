/** The list of users: its filter, its queries and their keys. */
import { queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { UserRecord } from "@/api/types";
import { type Versioned, versioned } from "@/api/versioned";
import { panelPaths } from "@/lib/paths";
import { choice, defineList, text } from "@/panel/list/list-codec";
import { pageQuery } from "@/panel/list/use-records";
import { ROLES } from "./role";

export const USERS = defineList(panelPaths.users, { filters: { search: text(), role: choice(ROLES) } });

export const userKeys = {
  all: ["users"],
  record: (id: string) => ["users", "record", id] as const,
} as const;

/** Whether a mail server is configured. Shares the outbox's cache entry. */
export const sendsMail = queryOptions({
  queryKey: ["outbox", "summary"],
  queryFn: ({ signal }) => body(api.GET("/api/outbox/summary", { signal })),
  select: ({ configured }) => configured,
});

export const userPage = pageQuery({
  codec: USERS,
  key: ["users", "list"],
  meta: {
    errorTitle: "Erro ao carregar usuários",
    unreachableTitle: "Erro ao conectar com o servidor",
  },
  call: async (query, signal) => {
    const { data, response } = await api.GET("/api/auth/users", { params: { query }, signal });
    return { data: data?.users ?? [], response };
  },
});

export function findUser(id: string, signal?: AbortSignal): Promise<Versioned<UserRecord>> {
  const params = { path: { id } };
  return versioned(api.GET("/api/auth/users/{id}", { params, ...(signal && { signal }) }));
}

export const userRecord = (id: string) =>
  queryOptions({
    queryKey: userKeys.record(id),
    queryFn: ({ signal }) => findUser(id, signal),
  });
