/** Query of the results of contacts. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import { panelPaths } from "@/lib/paths";

export const PERIODS = [30, 90, 365] as const;
export type Period = (typeof PERIODS)[number];

/** Parameter of the address; missing for the default period. */
const NAME = "dias";

export function readPeriod(query: URLSearchParams): Period {
  return PERIODS.find((days) => String(days) === query.get(NAME)) ?? PERIODS[0];
}

export function resultsPath(period: Period): string {
  return period === PERIODS[0] ? panelPaths.results : `${panelPaths.results}?${NAME}=${period}`;
}

export const contactResults = (period: Period) =>
  queryOptions({
    queryKey: ["contacts", "results", period],
    queryFn: ({ signal }) =>
      body(api.GET("/api/contacts/results", { params: { query: { period } }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    meta: { errorTitle: "Erro ao carregar os resultados" },
  });
