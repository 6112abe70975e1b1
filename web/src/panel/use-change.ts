import {
  type QueryClient,
  useMutation,
  type UseMutationOptions,
  useQueryClient,
} from "@tanstack/react-query";

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
