import {
  type QueryClient,
  useMutation,
  type UseMutationOptions,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";

import { deepEqual } from "@/lib/deep-equal";
import { newKey } from "@/lib/new-key";
import { notifyFailure } from "@/panel/notify-failure";

/**
 * A change on the server. If it fails, a toast titled `failed` is shown. In any case, `refresh` then fetches the changed data:
 * `useChange("Erro ao apagar filtro", refresh, { mutationFn: remove, onSuccess: … })`
 */
export function useChange<Input, Output>(
  failed: string,
  refresh: (cache: QueryClient) => unknown,
  options: UseMutationOptions<Output, Error, Input>,
) {
  const cache = useQueryClient();
  return useMutation({
    onError: (error) => notifyFailure(failed, error),
    onSettled: () => refresh(cache),
    ...options,
  });
}

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
