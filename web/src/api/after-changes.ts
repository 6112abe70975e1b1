/** Reloads a list after several quick changes. */
import type { QueryClient } from "@tanstack/react-query";

/**
 * Calls `reload` when the last pending change of this kind has finished: an earlier answer would lack the pending ones.
 * Runs in a later task, so that the finished change itself no longer counts as pending.
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
