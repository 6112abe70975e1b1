/**
 * The counts of privacy requests, for the list, the sidebar and the dashboard. Separate from `record.ts`, so that the panel's
 * start doesn't load that module.
 */
import { queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";

export const requestSummary = queryOptions({
  queryKey: ["privacy-requests", "summary"],
  queryFn: ({ signal }) => body(api.GET("/api/privacy-requests/summary", { signal })),
  refetchInterval: 5 * 60_000,
  staleTime: 60_000,
});
