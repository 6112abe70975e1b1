/** Requests that create something only once, even if an answer is lost and the user tries again. */
import { useRef } from "react";

import { deepEqual } from "@/lib/deep-equal";
import { newKey } from "@/lib/new-key";

/**
 * Returns a function that sends a request with an idempotency key. The same input has the same key until a request succeeds, so
 * that the server recognizes a repetition. Changed input has a new key.
 */
export function useSendOnce<Input, Output>(
  send: (input: Input, key: string) => Promise<Output>,
): (input: Input) => Promise<Output> {
  const attempt = useRef<{ input: Input; key: string } | null>(null);
  return async (input) => {
    if (!attempt.current || !deepEqual(attempt.current.input, input))
      attempt.current = { input, key: newKey() };
    const output = await send(input, attempt.current.key);
    attempt.current = null;
    return output;
  };
}
