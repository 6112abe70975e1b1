/** The panel's client of the JSON API. Failed calls reject with an ApiError, so callers read bodies, not statuses. */
import createClient, { type Middleware } from "openapi-fetch";

import { authHeaders, clearSession } from "@/lib/session";
import { ApiError, messageOf, readError } from "./api-error";
import { setReachable } from "./connection";
import { send } from "./reauthentication";
import type { paths } from "./schema";

let sessionLost: (() => void) | undefined;

/** Sets what happens after the session was cleared because it is invalid; returns the function that unsets it. */
export function onSessionLost(listener: () => void): () => void {
  sessionLost = listener;
  return () => (sessionLost = undefined);
}

let enrollmentRequired: (() => void) | undefined;

/** Sets what happens when users must set up a second factor first; returns the function that unsets it. */
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
    setReachable(true);
    if (!response.ok) throw await handleRefusal(response, request.headers.get("Authorization"));
  },
  onError({ error }) {
    if (error instanceof DOMException && error.name === "AbortError") return error;
    setReachable(false);
    return unreachableServer();
  },
};

/** Returns the error of a call that the server never answered. */
export function unreachableServer(): ApiError {
  return new ApiError(0, "unreachable", "Erro ao conectar com o servidor");
}

/** Reads the error of a refused call, and notifies the panel of a lost session or a missing second factor. */
export async function handleRefusal(response: Response, authorization: string | null): Promise<ApiError> {
  const error = await readError(response);
  if (error.status === 401 && error.code !== "invalid_credentials" && isCurrent(authorization)) {
    clearSession();
    sessionLost?.();
  }
  if (error.code === "second_factor_enrollment_required") enrollmentRequired?.();
  return error;
}

/** Returns whether a call was made with the current session: an earlier one says nothing about it. */
function isCurrent(authorization: string | null): boolean {
  return authorization !== null && authorization === authHeaders()["Authorization"];
}

export const api = createClient<paths>({
  baseUrl: window.location.origin,
  credentials: "same-origin",
  fetch: send,
});
api.use(middleware);

/** Returns the body of a call. Failed calls reject. */
export async function body<T>(call: Promise<{ data?: T }>): Promise<T> {
  const { data } = await call;
  return data as T;
}

/** Returns the server's message, or `fallback` if it sent none. */
export function serverMessageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.isGeneric ? fallback : messageOf(error, fallback);
}
