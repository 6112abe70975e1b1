/** Queries of link targets, typed addresses and previews. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { LinkOption, UnsavedNavigation } from "@/api/types";

/** Query of the pages and records that a link can lead to. */
export const linkOptions = (search: string) =>
  queryOptions({
    queryKey: ["navigation", "link-options", search],
    queryFn: ({ signal }): Promise<LinkOption[]> =>
      body(api.GET("/api/link-targets", { params: { query: search ? { search } : {} }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Query of whether an address of this site leads to no page, even after redirects. */
export const missingPage = (address: string) =>
  queryOptions({
    queryKey: ["navigation", "missing-page", address],
    queryFn: async ({ signal }): Promise<boolean> => {
      const params = { query: { address } };
      const steps = await body(api.GET("/api/redirects/trace", { params, signal }));
      return steps.at(-1)?.outcome === "missing";
    },
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });

/** Query of a page's HTML with unsaved changes. A failed request isn't repeated, because the changes may be invalid. */
export const sitePreview = (unsaved: UnsavedNavigation) =>
  queryOptions({
    queryKey: ["navigation", "preview", unsaved],
    queryFn: async ({ signal }) =>
      (await body(api.POST("/api/navigation/preview", { body: unsaved, signal }))).html,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
