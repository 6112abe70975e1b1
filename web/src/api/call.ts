/** Calls of the public pages to the server's JSON interface. The module is small enough to be loaded on a click. */
import { authHeaders } from "@/api/session";
import { ApiError, readError } from "./api-error";

interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** Message if a refused call is not answered with JSON. */
  fallback: string;
  /** Message if the server never answers. By default it is empty, so that `messageOf` uses its fallback. */
  unanswered?: string | undefined;
}

/** Returns the body of the answer; undefined without one. Rejects with an ApiError if the call was refused or never answered. */
export async function call<T>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  options: CallOptions,
): Promise<T> {
  const response = await send(method, path, options);
  if (!response.ok) throw await readError(response, options.fallback);
  // A successful answer may have no body, whatever its status.
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

async function send(method: string, path: string, options: CallOptions): Promise<Response> {
  const { body, headers, unanswered = "" } = options;
  const request: RequestInit = {
    method,
    headers: { "Content-Type": "application/json", ...authHeaders(), ...headers },
  };
  if (body !== undefined) request.body = JSON.stringify(body);
  try {
    return await fetch(path, request);
  } catch {
    throw new ApiError(0, "unreachable", unanswered);
  }
}
