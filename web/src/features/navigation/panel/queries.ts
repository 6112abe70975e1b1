/** Link targets and previews from the server. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { LinkOption, NavigationDraft } from "@/api/types";

/** The pages and records that a link can lead to. */
export const linkOptions = (search: string) =>
  queryOptions({
    queryKey: ["navigation", "link-options", search],
    queryFn: ({ signal }): Promise<LinkOption[]> =>
      body(api.GET("/api/link-targets", { params: { query: search ? { search } : {} }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** An HTML page of the site with a draft. Not repeated after a failure, because the draft may be invalid. */
export const sitePreview = (draft: NavigationDraft) =>
  queryOptions({
    queryKey: ["navigation", "preview", draft],
    queryFn: async ({ signal }) =>
      (await body(api.POST("/api/navigation/preview", { body: draft, signal }))).html,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
