/** Queries of the dashboard: its stats, and the health of the server. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { Period } from "./period";

/** How often the stats are fetched again. */
export const REFRESH_MS = 60_000;
const CHECK_MS = 30_000;
/** How often the server is checked after a failed check. */
const RETRY_MS = 5000;

export const dashboardStats = (days: Period) =>
  queryOptions({
    queryKey: ["dashboard", days],
    queryFn: ({ signal }) => body(api.GET("/api/dashboard", { params: { query: { days } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    meta: { errorTitle: "Erro ao carregar o dashboard" },
  });

export const serverHealth = queryOptions({
  queryKey: ["health"],
  queryFn: ({ signal }) => body(api.GET("/healthz/ready", { signal })),
  retry: false,
  refetchInterval: ({ state }) => (state.status === "error" ? RETRY_MS : CHECK_MS),
});
