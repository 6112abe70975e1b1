/** Reloads a list after several quick changes. */
import type { QueryClient } from "@tanstack/react-query";

/**
 * Calls `reload` unless another change with this key is pending. The list would lack the pending change, which calls this
 * function again when it finishes. Checks in a later task, when the finished change no longer counts as pending.
 */
export function afterChanges(
  cache: QueryClient,
  mutationKey: readonly string[],
  reload: () => unknown,
): void {
  setTimeout(() => {
    if (cache.isMutating({ mutationKey: [...mutationKey] }) === 0) reload();
  });
}
