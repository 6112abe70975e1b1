/** Loads one page of a list. */
import {
  keepPreviousData,
  type QueryKey,
  queryOptions,
  useQuery,
  type UseQueryOptions,
} from "@tanstack/react-query";

import { messageOf } from "@/api/api-error";
import { type Coverage, FULL_COVERAGE, type Page, pageOf } from "@/api/list-page";
import type { AnyFilter, ListCodec, ListParams } from "./list-codec";

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

interface PageSource<Item, Filter extends AnyFilter> {
  codec: ListCodec<Filter>;
  /** Start of the query's key. */
  key: readonly string[];
  /** Title of a failure. */
  error: string;
  call: (
    query: ListParams<Partial<Filter>> & { limit: number },
    signal: AbortSignal,
  ) => Promise<{ data?: Item[]; response: Response }>;
}

/** Returns the query for the page of a list that a filter selects. */
export function pageQuery<Item, Filter extends AnyFilter>(source: PageSource<Item, Filter>) {
  const { codec, key, error, call } = source;
  return (filter: Filter) =>
    queryOptions({
      queryKey: [...key, filter],
      queryFn: async ({ signal }) => {
        const { data = [], response } = await call({ ...codec.params(filter), limit: codec.size }, signal);
        return pageOf(data, response);
      },
      placeholderData: keepPreviousData,
      meta: { error_title: error },
    });
}
