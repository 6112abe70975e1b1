/** Events as the server gives them, and the keys they are cached under. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import { nextCursor } from "@/api/next-cursor";
import type { AuditEvent } from "@/api/types";
import { asked, type AuditFilter } from "./audit-filter";

export const PAGE_SIZE = 50;

export interface AuditPage {
  events: AuditEvent[];
  /** How many match in all. */
  total: number;
  next: string | null;
}

export const auditPage = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ["audit", "list", filter],
    queryFn: async ({ signal }): Promise<AuditPage> => {
      const query = { ...serverFilter(filter), limit: PAGE_SIZE, ...cursorOf(filter) };
      const { data = [], response } = await api.GET("/api/audit", { params: { query }, signal });
      return {
        events: data,
        total: Number(response.headers.get("X-Total-Count") ?? data.length),
        next: nextCursor(response.headers.get("Link")),
      };
    },
    placeholderData: keepPreviousData,
    // What one has just done is in it.
    staleTime: 0,
    meta: { error_title: "Erro ao carregar o registro" },
  });

/** Events never change. */
export const auditEvent = (sequence: number) =>
  queryOptions({
    queryKey: ["audit", "record", sequence],
    queryFn: ({ signal }) =>
      body(api.GET("/api/audit/{sequence}", { params: { path: { sequence } }, signal })),
    staleTime: Infinity,
    meta: { error_title: "Erro ao carregar o registro" },
  });

export function serverFilter(filter: AuditFilter) {
  return asked({ ...filter, cursor: "" }) as Omit<Partial<AuditFilter>, "cursor">;
}

function cursorOf({ cursor }: AuditFilter): { cursor?: number } {
  return /^\d+$/.test(cursor) ? { cursor: Number(cursor) } : {};
}
