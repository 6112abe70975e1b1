/**
 * Typed calls to the server: `api.GET("/api/blog/{id}", { params: { path: { id } } })`. A refused call rejects with an
 * ApiError, so callers read bodies, not statuses.
 */
import { authHeaders, clearSession } from "@/api/session";
import { ApiError, readError } from "./api-error";
import { setReachable } from "./connection";
import { send, SESSION_ENDED } from "./reauthentication";
import type { Calls } from "./types";

/** Status of an answer without a body: the client has it, as it has said with `If-None-Match`. */
const NOT_MODIFIED = 304;

let sessionLost: (() => void) | undefined;

/** Calls `listener` when the server refuses the session; returns the function that stops it. */
export function onSessionLost(listener: () => void): () => void {
  sessionLost = listener;
  return () => (sessionLost = undefined);
}

let enrollmentRequired: (() => void) | undefined;

/** Calls `listener` when the server requires setting up a second factor; returns the function that stops it. */
export function onEnrollmentRequired(listener: () => void): () => void {
  enrollmentRequired = listener;
  return () => (enrollmentRequired = undefined);
}

/** Returns the error of a call that the server never answered. */
export function unreachableServer(): ApiError {
  return new ApiError(0, "unreachable", "Erro ao conectar com o servidor");
}

/** Reads the error of a refused call, and notifies the panel of a lost session or a missing second factor. */
export async function handleRefusal(response: Response, authorization: string | null): Promise<ApiError> {
  const error = await readError(response);
  if (error.code === SESSION_ENDED && isCurrent(authorization)) {
    clearSession();
    sessionLost?.();
  }
  if (error.code === "second_factor_enrollment_required") enrollmentRequired?.();
  return error;
}

/** Returns whether a call was made with the current session. A refusal of an earlier session doesn't end the current one. */
function isCurrent(authorization: string | null): boolean {
  return authorization !== null && authorization === authHeaders()["Authorization"];
}

type Values = Record<string, string | number | boolean | null | undefined>;

interface Options {
  params?: { path?: Values; query?: Values; header?: Values };
  body?: unknown;
  signal?: AbortSignal;
  parseAs?: "json" | "blob";
}

/** Answer of a call; `data` is missing if the answer has no body. */
interface Answer<Data> {
  data?: Data;
  response: Response;
}

type Params<Takes> = Pick<Takes, keyof Takes & ("path" | "query")> &
  (Takes extends { headers?: infer Headers } ? { header?: Headers } : unknown);

/** An object with the property `Name`, which is optional if all fields of `Value` are. */
type Needed<Name extends string, Value> =
  Partial<Value> extends Value ? Partial<Record<Name, Value>> : Record<Name, Value>;

type OptionsOf<Takes, Format> = Needed<"params", Params<Takes>> &
  Pick<Takes, keyof Takes & "body"> & { signal?: AbortSignal; parseAs?: Format };

type Arguments<Value> = Partial<Value> extends Value ? [options?: Value] : [options: Value];

/** What the table of calls has for a call as `takes` or `answers`. */
type Part<Call, Name extends string> = Call extends Record<Name, infer Value> ? Value : never;

/** Body of the answer; each call has one success status. */
type BodyOf<Answers> = Answers[keyof Answers];

type Method<Paths> = <Path extends keyof Paths & string, Format extends "json" | "blob" = "json">(
  path: Path,
  ...options: Arguments<OptionsOf<Part<Paths[Path], "takes">, Format>>
) => Promise<Answer<Format extends "blob" ? Blob : BodyOf<Part<Paths[Path], "answers">>>>;

function method<Name extends keyof Calls>(name: Name): Method<Calls[Name]> {
  const call = async (path: string, options: Options = {}): Promise<Answer<unknown>> => {
    const response = await answerOf(requestFor(name, path, options));
    return { data: await dataOf(response, options.parseAs), response };
  };
  // `Calls` types each path; the implementation is the same for all.
  return call as Method<Calls[Name]>;
}

export const api = { GET: method("GET"), POST: method("POST"), PUT: method("PUT"), DELETE: method("DELETE") };

function requestFor(method: string, path: string, { params = {}, body, signal }: Options): Request {
  const { path: values = {}, query = {}, header = {} } = params;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const url = new URL(filled, window.location.origin);
  for (const [name, value] of present(query)) url.searchParams.set(name, value);
  const headers = new Headers([...present(header), ...present(authHeaders())]);
  if (body === undefined) return new Request(url, { method, headers, ...(signal && { signal }) });
  headers.set("Content-Type", "application/json");
  return new Request(url, { method, headers, body: JSON.stringify(body), ...(signal && { signal }) });
}

function present(values: Values): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]));
}

async function answerOf(request: Request): Promise<Response> {
  const response = await send(request).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    setReachable(false);
    throw unreachableServer();
  });
  setReachable(true);
  if (!response.ok && response.status !== NOT_MODIFIED) {
    throw await handleRefusal(response, request.headers.get("Authorization"));
  }
  return response;
}

async function dataOf(response: Response, format: Options["parseAs"]): Promise<unknown> {
  if (format === "blob") return response.blob();
  const text = await response.text();
  return text ? JSON.parse(text) : undefined;
}

/** Returns the body of a call. Failed calls reject. */
export async function body<T>(call: Promise<{ data?: T }>): Promise<T> {
  const { data } = await call;
  return data as T;
}
