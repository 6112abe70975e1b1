/** Queries of the dashboard: its stats, and the health of the server. */
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { api, body } from "@/api/client";
import { contactKeys, contactSummary } from "@/features/contacts/panel/queries";
import type { Period } from "./period";

/** How often the stats are fetched again. */
export const REFRESH_MS = 60_000;
const CHECK_MS = 30_000;
/** How often the server is checked after a failed check. */
const RETRY_MS = 5000;

const DASHBOARD = ["dashboard"] as const;

export const dashboardStats = (days: Period) =>
  queryOptions({
    queryKey: [...DASHBOARD, days],
    queryFn: ({ signal }) => body(api.GET("/api/dashboard", { params: { query: { days } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    meta: { errorTitle: "Erro ao carregar o dashboard" },
  });

/** Fetches what the dashboard shows of contacts again when their counts change, which are fetched more often (NewContactsCount). */
export function useContactChanges(): void {
  const cache = useQueryClient();
  const { data } = useQuery(contactSummary);
  const known = useRef(data);
  useEffect(() => {
    if (known.current && known.current !== data) {
      void cache.invalidateQueries({ queryKey: DASHBOARD });
      void cache.invalidateQueries({ queryKey: contactKeys.lists });
    }
    known.current = data;
  }, [data, cache]);
}

export const serverHealth = queryOptions({
  queryKey: ["health"],
  queryFn: ({ signal }) => body(api.GET("/healthz/ready", { signal })),
  retry: false,
  refetchInterval: ({ state }) => (state.status === "error" ? RETRY_MS : CHECK_MS),
});
