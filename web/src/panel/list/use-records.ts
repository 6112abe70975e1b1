/** Loads one page of a list. */
import { type QueryKey, useQuery, type UseQueryOptions } from "@tanstack/react-query";

import { messageOf } from "@/api/api-error";
import { type Coverage, FULL_COVERAGE, type Page } from "@/api/list-page";

export interface Records<Item> {
  /** Undefined until the first page has loaded. */
  items: Item[] | undefined;
  total: number;
  coverage: Coverage;
  next: string | null;
  /** The items belong to the previous filter; those of the current one are loading. */
  isStale: boolean;
  /** Why there are no items; null if there are. */
  failure: { title: string; reason: string } | null;
  isFetching: boolean;
  retry: () => void;
}

/** The query's `meta.error_title` is the title of the failure. */
export function useRecords<Item, Key extends QueryKey>(
  query: UseQueryOptions<Page<Item>, Error, Page<Item>, Key>,
): Records<Item> {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(query);
  return {
    items: data?.items,
    total: data?.total ?? 0,
    coverage: data?.coverage ?? FULL_COVERAGE,
    next: data?.next ?? null,
    isStale: isPlaceholderData,
    failure:
      error && !data
        ? {
            title: query.meta?.["error_title"] ?? "",
            reason: messageOf(error),
          }
        : null,
    isFetching,
    retry: () => void refetch(),
  };
}
