/** The query and the export of the visit figures. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { Period } from "./period";

const REFRESH_MS = 60_000;

export const visitReport = ({ from, to }: Period) =>
  queryOptions({
    queryKey: ["visits", from, to],
    queryFn: ({ signal }) => body(api.GET("/api/visits", { params: { query: { from, to } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    meta: { errorTitle: "Erro ao carregar as visitas" },
  });

export function exportVisits({ from, to }: Period): Promise<Blob> {
  return body(api.GET("/api/visits/export.csv", { params: { query: { from, to } }, parseAs: "blob" }));
}
