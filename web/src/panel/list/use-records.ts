/** Loads one page of a list. */
import { queryOptions, useQuery, type UseQueryOptions } from "@tanstack/react-query";

import { ApiError, messageOf } from "@/api/api-error";
import { type Coverage, FULL_COVERAGE, type Page, pageOf } from "@/api/list-page";
import type { AnyFilter, ListCodec, ListParams } from "./list-codec";

export interface Records<Item> {
  /** Undefined until the first page has loaded. */
  items: Item[] | undefined;
  total: number;
  coverage: Coverage;
  next: string | null;
  /** Whether the server refused the cursor. The items are then those of the first page. */
  isCursorInvalid?: boolean;
  /** Whether the items belong to the previous filter, while those of the current one load. */
  isStale: boolean;
  /** Why the items couldn't be loaded; null while they load, or if there are items. */
  failure: { title: string; reason: string } | null;
  isFetching: boolean;
  retry: () => void;
}

/** Loads the records of a page. The query's `meta.errorTitle` is the title of a failure. */
export function useRecords<Item, Filter>(query: PageQuery<Item, Filter>): Records<Item> {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(query);
  return {
    items: data?.items,
    total: data?.total ?? 0,
    coverage: data?.coverage ?? FULL_COVERAGE,
    next: data?.next ?? null,
    isCursorInvalid: data?.replacesInvalid ?? false,
    isStale: isPlaceholderData,
    failure:
      error && !data
        ? {
            title: query.meta?.["errorTitle"] ?? "",
            reason: messageOf(error),
          }
        : null,
    isFetching,
    retry: () => void refetch(),
  };
}

/** Options of a query for one page of a list. Its key ends with the filter. */
export type PageQuery<Item, Filter> = UseQueryOptions<Page<Item>, Error, Page<Item>, (string | Filter)[]>;

interface PageSource<Item, Filter extends AnyFilter> {
  codec: ListCodec<Filter>;
  /** Start of the query's key. */
  key: readonly string[];
  /** Titles of failures. */
  meta: { errorTitle: string; unreachableTitle?: string };
  refetchInterval?: number;
  staleTime?: number;
  /** Calls the server with the values of the filter that differ from its defaults. */
  call: (
    query: ListParams<Partial<Filter>> & { limit: number },
    signal: AbortSignal,
  ) => Promise<{ data?: Item[]; response: Response }>;
}

/**
 * Returns the query for the page of a list that a filter selects. While it loads, the rows of the previous page of the same part
 * are shown.
 */
export function pageQuery<Item, Filter extends AnyFilter>(source: PageSource<Item, Filter>) {
  const { codec, key, call, ...options } = source;
  return (filter: Filter) =>
    queryOptions({
      queryKey: [...key, filter],
      queryFn: async ({ signal }) => {
        const find = async (wanted: Filter) => {
          const { data = [], response } = await call({ ...codec.params(wanted), limit: codec.size }, signal);
          return pageOf(data, response);
        };
        return find(filter).catch(async (error: unknown) => {
          if (filter.cursor === "" || !(error instanceof ApiError) || error.status !== 400) throw error;
          return { ...(await find({ ...filter, cursor: "" })), replacesInvalid: true as const };
        });
      },
      placeholderData: (previous: Page<Item> | undefined, query) =>
        query && codec.partOf(query.queryKey.at(-1) as Filter) === codec.partOf(filter)
          ? previous
          : undefined,
      ...options,
    });
}
