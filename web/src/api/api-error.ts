/** Errors with a message for people, and the one function that returns the message to show for any error. */
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

/** Returns the message to show for an error: its own if it is meant for people, otherwise `fallback`. */
export function messageOf(error: unknown, fallback = TRY_LATER): string {
  return error instanceof Failure ? error.message || fallback : fallback;
}

/** Returns the server's message, or `fallback` if it sent none. */
export function serverMessageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.isGeneric ? fallback : messageOf(error, fallback);
}
