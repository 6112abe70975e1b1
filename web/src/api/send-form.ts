/** Uploads forms with files and reports the progress, which `fetch` doesn't. */
import { authHeaders } from "@/api/session";
import { ApiError } from "./api-error";
import { handleRefusal, unreachableServer } from "./client";
import { setReachable } from "./connection";

export interface SendOptions {
  /** Called with the fraction of the form that has been sent, from 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
}

/** Sends a form with POST and resolves to the parsed answer. Rejects with an ApiError, or an AbortError if `signal` aborts. */
export function sendForm<T>(path: string, form: FormData, options: SendOptions = {}): Promise<T> {
  const { onProgress, signal, headers } = options;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const auth = authHeaders();
    request.open("POST", path);
    for (const [name, value] of Object.entries({ ...auth, ...headers }))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onerror = () => {
      setReachable(false);
      reject(unreachableServer());
    };
    request.onabort = () => reject(new DOMException("The upload was canceled.", "AbortError"));
    request.onload = () => {
      const answer = new Response(request.responseText, { status: request.status });
      if (answer.ok) {
        const parsed = parse(request.responseText);
        if (parsed === undefined)
          reject(new ApiError(answer.status, "unknown", "Erro na requisição", { isGeneric: true }));
        else resolve(parsed as T);
      } else void handleRefusal(answer, auth["Authorization"] ?? null).then(reject);
    };
    signal?.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}

/** Returns undefined for text that isn't JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
