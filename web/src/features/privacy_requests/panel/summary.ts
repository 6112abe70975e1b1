/** The counts of requests, which the sidebar and the dashboard show, too. Apart from the record, whose rules the panel loads later. */
import { queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";

export const requestSummary = queryOptions({
  queryKey: ["privacy-requests", "summary"],
  queryFn: ({ signal }) => body(api.GET("/api/privacy-requests/summary", { signal })),
  refetchInterval: 5 * 60_000,
  staleTime: 60_000,
});
