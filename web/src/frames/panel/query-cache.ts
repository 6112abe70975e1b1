/** How server data is kept and asked for again, and what is said when that fails. */
import { QueryCache, QueryClient } from "@tanstack/react-query";

import { ApiError, messageOf } from "@/api/api-error";
import { notify } from "@/lib/notify";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** The title of the message that is shown when the query fails for good. */
      error_title?: string;
      /** Its text; else what the server said. */
      error_text?: string;
      /** The title when the server could not be reached at all; else the first one. */
      unreachable_title?: string;
    };
  }
}

const RETRIES = 3;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
const KEPT_MS = 5 * 60 * 1000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (!meta?.error_title || isToldElsewhere(error)) return;
        if (meta.unreachable_title && isUnreachable(error)) notify.errorOnce(meta.unreachable_title);
        else notify.errorOnce(meta.error_title, meta.error_text ?? messageOf(error));
      },
    }),
    defaultOptions: {
      queries: {
        gcTime: KEPT_MS,
        retry: (failures, error) => failures < RETRIES && !isFinal(error),
        retryDelay: (failures) => Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS),
      },
      mutations: { retry: 0 },
    },
  });
}

/** The server has understood and won't answer otherwise the next time. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** Another screen takes over, and says why. */
function isToldElsewhere(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.status === 401 || error.code === "second_factor_enrollment_required")
  );
}
