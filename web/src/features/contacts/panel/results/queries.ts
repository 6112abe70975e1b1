/** The state of the screen 'Resultados' in its address, and the query of the results. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import { panelPaths } from "@/lib/paths";
import { choice, defineList, type FilterOf } from "@/panel/list/list-codec";
import type { ListState } from "@/panel/list/use-list-state";

/** The periods of the results. */
export const PERIODS = [
  { value: "30", days: 30, label: "30 dias" },
  { value: "90", days: 90, label: "90 dias" },
  { value: "365", days: 365, label: "365 dias" },
] as const;
export type Period = (typeof PERIODS)[number]["value"];

/** What the results in the card 'De onde vieram' are grouped by. */
export const ORIGINS = [
  { value: "channel", label: "Canal" },
  { value: "source", label: "Origem" },
  { value: "campaign", label: "Campanha" },
] as const;

/** The list of campaigns, with the period and the grouping of the results above it. */
export const RESULTS = defineList(panelPaths.results, {
  filters: {},
  view: { days: choice(PERIODS, "30"), by: choice(ORIGINS, "source") },
});
export type ResultsList = ListState<FilterOf<typeof RESULTS>>;

export const contactResults = (period: Period) =>
  queryOptions({
    queryKey: ["contacts", "results", period],
    queryFn: ({ signal }) => {
      const days = PERIODS.find(({ value }) => value === period)?.days ?? PERIODS[0].days;
      return body(api.GET("/api/contacts/results", { params: { query: { period: days } }, signal }));
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    meta: { errorTitle: "Erro ao carregar os resultados" },
  });
