/** Creates the TanStack Query client: retries, and messages about failed queries whose `meta` has an `errorTitle`. */
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";

import { ApiError, messageOf } from "@/api/api-error";
import { isCanceled, isUnreachable } from "@/api/error-checks";
import { notify } from "@/lib/notify";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Title of the message that is shown after the last retry. */
      errorTitle?: string;
      /** Text of the message; by default the server's message. */
      errorText?: string;
      /** Title if the server can't be reached; by default `errorTitle`. */
      unreachableTitle?: string;
    };
  }
}

const RETRIES = 3;
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;
/** How long data stays cached after the last screen that uses it is closed. */
const UNUSED_MS = 5 * 60 * 1000;

/** A client that also restarts queries which load for the first time, because their response may lack the change. */
class PanelQueryClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const isFirstLoad = (query: Query) =>
      query.isActive() && query.state.data === undefined && query.state.fetchStatus !== "idle";
    const loading = this.getQueryCache().findAll(filters).filter(isFirstLoad);
    await Promise.all(loading.map((query) => query.cancel({ revert: true, silent: true })));
    return super.invalidateQueries(filters, options);
  }
}

export function createQueryClient(): QueryClient {
  return new PanelQueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (!meta?.errorTitle || isShownElsewhere(error)) return;
        if (meta.unreachableTitle && isUnreachable(error)) notify.errorOnce(meta.unreachableTitle);
        else notify.errorOnce(meta.errorTitle, meta.errorText ?? messageOf(error));
      },
    }),
    defaultOptions: {
      // Calls fail at once while the browser is offline. By default they would wait and be sent later, even if the user has
      // discarded the input meanwhile.
      queries: {
        networkMode: "always",
        refetchOnReconnect: true,
        gcTime: UNUSED_MS,
        retry: (failures, error) => failures < RETRIES && !isFinal(error),
        retryDelay: (failures) => Math.min(FIRST_RETRY_MS * 2 ** failures, MAX_RETRY_MS),
      },
      mutations: { networkMode: "always", retry: 0 },
    },
  });
}

/** Returns whether the server refused the call, so that a retry can't succeed. After 429 (too many requests) it may. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

/** Returns whether the panel asks for a proof, a sign-in or a second factor instead of showing a message. */
function isShownElsewhere(error: unknown): boolean {
  return (
    isCanceled(error) ||
    (error instanceof ApiError &&
      (error.status === 401 || error.code === "second_factor_enrollment_required"))
  );
}
