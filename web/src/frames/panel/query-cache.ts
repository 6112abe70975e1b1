/** The cache of server data: retries, and messages about failed queries. */
import { QueryCache, QueryClient } from "@tanstack/react-query";

import { ApiError, messageOf } from "@/api/api-error";
import { notify } from "@/lib/notify";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** Title of the message that is shown after the last retry. */
      error_title?: string;
      /** Text of the message; by default the server's message. */
      error_text?: string;
      /** Title if the server can't be reached; by default `error_title`. */
      unreachable_title?: string;
    };
  }
}

const RETRIES = 3;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
const UNUSED_MS = 5 * 60 * 1000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (!meta?.error_title || isShownElsewhere(error)) return;
        if (meta.unreachable_title && isUnreachable(error)) notify.errorOnce(meta.unreachable_title);
        else notify.errorOnce(meta.error_title, meta.error_text ?? messageOf(error));
      },
    }),
    defaultOptions: {
      queries: {
        gcTime: UNUSED_MS,
        retry: (failures, error) => failures < RETRIES && !isFinal(error),
        retryDelay: (failures) => Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS),
      },
      mutations: { retry: 0 },
    },
  });
}

/** Returns whether a retry would get the same answer. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** Returns whether another screen opens and explains the error. */
function isShownElsewhere(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.status === 401 || error.code === "second_factor_enrollment_required")
  );
}
