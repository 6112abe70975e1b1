/** The figures, and whether the server answers at all. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { Period } from "./period";

/** Contacts come in at any moment. */
export const REFRESH_MS = 60_000;
const CHECK_MS = 30_000;
/** Sooner than that once something is wrong. */
const CHECK_AGAIN_MS = 5000;

export const dashboardFigures = (days: Period) =>
  queryOptions({
    queryKey: ["dashboard", days],
    queryFn: ({ signal }) => body(api.GET("/api/dashboard", { params: { query: { days } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    meta: { error_title: "Erro ao carregar o dashboard" },
  });

/** A browser that believes itself offline asks all the same: the server may well be on this machine. */
export const serverHealth = queryOptions({
  queryKey: ["health"],
  queryFn: ({ signal }) => body(api.GET("/healthz/ready", { signal })),
  networkMode: "always",
  retry: false,
  refetchInterval: ({ state }) => (state.status === "error" ? CHECK_AGAIN_MS : CHECK_MS),
});
