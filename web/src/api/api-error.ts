/** Errors with a message for users, and the message to show for any error. */
import type { ErrorBody } from "./types";

const TRY_LATER = "Tente novamente mais tarde.";

/** Error whose message can be shown. Messages of other errors come from the browser, in English. */
export class Failure extends Error {}

interface ErrorDetails {
  /** Field name → error message. */
  fields?: Readonly<Record<string, string>> | undefined;
  /** Challenge of a sign-in that continues with a second step. */
  challenge?: string | undefined;
  /** Factors that the second step accepts: `app`, `passkey`. */
  factors?: readonly string[] | undefined;
  /** Whether the server sent no message and `message` is a generic one. */
  isGeneric?: boolean;
}

/** Call that the server refused or never answered. */
export class ApiError extends Failure {
  readonly fields;
  readonly challenge;
  readonly factors;
  readonly isGeneric;

  constructor(
    /** HTTP status; 0 without an answer. */
    readonly status: number,
    /** Stable identifier for programs. */
    readonly code: string,
    /** Message in Portuguese; empty if the caller's fallback applies. */
    message: string,
    { fields = {}, challenge = "", factors = [], isGeneric = false }: ErrorDetails = {},
  ) {
    super(message);
    this.fields = fields;
    this.challenge = challenge;
    this.factors = factors;
    this.isGeneric = isGeneric;
  }
}

/** Returns whether the server refused a link that was used, has expired or never existed. */
export function isLinkInvalid(error: unknown): boolean {
  return error instanceof ApiError && error.code === "link_invalid";
}

/** Reads the error of a refused call. `unreadable` is the message if the answer isn't JSON. */
export async function readError(response: Response, unreadable = "Erro na requisição"): Promise<ApiError> {
  const { status } = response;
  let generic = `HTTP ${status}`;
  const answer: unknown = await response.json().catch(() => void (generic = unreadable));
  const { message, code = "unknown", fields, challenge, factors } = (answer ?? {}) as Partial<ErrorBody>;
  // Proxies may answer with JSON of another shape.
  const isGeneric = !message || typeof message !== "string";
  const details = { fields, challenge, factors, isGeneric };
  return new ApiError(status, code, isGeneric ? generic : message, details);
}

/** Returns the message to show for an error: its own if it is a `Failure` with a message, otherwise `fallback`. */
export function messageOf(error: unknown, fallback = TRY_LATER): string {
  return error instanceof Failure ? error.message || fallback : fallback;
}
