/** Errors with a message for people, how they are read from answers, and the message to show for any error. */
import type { ErrorBody } from "./types";

const TRY_LATER = "Tente novamente mais tarde.";

/** Error whose message can be shown. Messages of other errors come from the browser, in English. */
export class Failure extends Error {}

/** Call that the server refused or never answered. */
export class ApiError extends Failure {
  override readonly name = "ApiError";

  constructor(
    /** HTTP status; 0 without an answer. */
    readonly status: number,
    /** Stable identifier for programs. */
    readonly code: string,
    /** Message in Portuguese; empty if the caller's fallback applies. */
    message: string,
    /** Field name → error message. */
    readonly fields: Readonly<Record<string, string>> = {},
    /** Challenge of a sign-in that continues with a second step. */
    readonly challenge = "",
    /** Factors that the second step accepts: `app`, `passkey`. */
    readonly factors: readonly string[] = [],
    /** Whether the server sent no message and `message` is a generic one. */
    readonly isGeneric = false,
  ) {
    super(message);
  }
}

/** Reads the error of a refused call. `unreadable` is the message if the answer isn't JSON. */
export async function readError(response: Response, unreadable = "Erro na requisição"): Promise<ApiError> {
  const { status } = response;
  let body: Partial<ErrorBody> | null;
  try {
    body = (await response.json()) as Partial<ErrorBody> | null;
  } catch {
    return genericError(status, unreadable);
  }
  const { message, code, fields, challenge, factors } = body ?? {};
  // Proxies may answer with JSON of another shape.
  if (!message || typeof message !== "string") return genericError(status, `HTTP ${status}`, code);
  return new ApiError(status, code ?? "unknown", message, fields, challenge, factors);
}

/** Returns the error of an answer without a message of the server. */
export function genericError(status: number, message: string, code = "unknown"): ApiError {
  return new ApiError(status, code, message, {}, "", [], true);
}

/** Returns the message to show for an error: its own if it is meant for people, otherwise `fallback`. */
export function messageOf(error: unknown, fallback = TRY_LATER): string {
  return error instanceof Failure ? error.message || fallback : fallback;
}

/** Returns the server's message, or `fallback` if it sent none. */
export function serverMessageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.isGeneric ? fallback : messageOf(error, fallback);
}
