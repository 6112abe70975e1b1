/** Calls of the public pages to the server's JSON interface, small enough to be loaded with a click. */
import type { ErrorBody } from "@/api/types";
import { Failure } from "./failure";
import { authHeaders } from "./session";

/** A refused or failed call. `message` is the server's, ready to show, and empty when it never answered. */
export class HttpError extends Failure {
  /** Stable, for programs. */
  readonly code: string;
  readonly fields: Record<string, string>;
  /** Of a sign-in that waits for its second step. */
  readonly challenge: string | undefined;
  /** What that step may bring. */
  readonly factors: string[];

  constructor(
    message: string,
    readonly status: number,
    body: Partial<ErrorBody> = {},
  ) {
    super(message);
    this.code = body.code ?? "";
    this.fields = body.fields ?? {};
    this.challenge = body.challenge;
    this.factors = body.factors ?? [];
  }
}

interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** Shown when the answer to a refused call is not JSON. */
  fallback: string;
}

export async function call<T>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  options: CallOptions,
): Promise<T> {
  const response = await send(method, path, options);
  if (!response.ok) throw await refusal(response, options.fallback);
  // What is only accepted has no body, whatever its status.
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

async function send(method: string, path: string, { body, headers }: CallOptions): Promise<Response> {
  const request: RequestInit = {
    method,
    headers: { "Content-Type": "application/json", ...authHeaders(), ...headers },
  };
  if (body !== undefined) request.body = JSON.stringify(body);
  try {
    return await fetch(path, request);
  } catch {
    throw new HttpError("", 0);
  }
}

async function refusal(response: Response, fallback: string): Promise<HttpError> {
  try {
    const body = (await response.json()) as Partial<ErrorBody>;
    return new HttpError(body.message || `HTTP ${response.status}`, response.status, body);
  } catch {
    return new HttpError(fallback, response.status);
  }
}
