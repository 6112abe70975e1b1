/**
 * The one way to the server. A call that fails rejects with an ApiError, so that callers read bodies, not statuses.
 */
import createClient, { type Middleware } from "openapi-fetch";

import { authHeaders, clearSession } from "@/lib/session";
import { ApiError } from "./api-error";
import { tellReached } from "./connection";
import { send } from "./reauthentication";
import type { paths } from "./schema";

let sessionLost: (() => void) | undefined;

/** Says what happens, besides forgetting the session, when the server no longer knows it. */
export function onSessionLost(listener: () => void): () => void {
  sessionLost = listener;
  return () => (sessionLost = undefined);
}

let enrollmentRequired: (() => void) | undefined;

/** Says what happens when the server wants a second factor to be set up before anything else. */
export function onEnrollmentRequired(listener: () => void): () => void {
  enrollmentRequired = listener;
  return () => (enrollmentRequired = undefined);
}

const middleware: Middleware = {
  onRequest({ request }) {
    for (const [name, value] of Object.entries(authHeaders())) request.headers.set(name, value);
    return request;
  },
  async onResponse({ request, response }) {
    tellReached(true);
    if (!response.ok) throw await refusal(response, request.headers.get("Authorization"));
  },
  onError({ error }) {
    if (error instanceof DOMException && error.name === "AbortError") return error;
    tellReached(false);
    return ApiError.unreachable();
  },
};

/** What a refused call rejects with, once the rest of the panel knows what concerns it. */
export async function refusal(response: Response, authorization: string | null): Promise<ApiError> {
  const error = await ApiError.from(response);
  if (error.status === 401 && error.code !== "invalid_credentials" && isCurrent(authorization)) {
    clearSession();
    sessionLost?.();
  }
  if (error.code === "second_factor_enrollment_required") enrollmentRequired?.();
  return error;
}

/** An answer to a call made before somebody signed in again says nothing about the session there is now. */
function isCurrent(authorization: string | null): boolean {
  return authorization !== null && authorization === authHeaders()["Authorization"];
}

export const api = createClient<paths>({
  baseUrl: window.location.origin,
  credentials: "same-origin",
  fetch: send,
});
api.use(middleware);

/** The body of a call; one that failed has rejected already. */
export async function body<T>(call: Promise<{ data?: T }>): Promise<T> {
  const { data } = await call;
  return data as T;
}
