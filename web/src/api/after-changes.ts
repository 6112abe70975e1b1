/** When to ask for a list again that several quick changes have been made to. */
import type { QueryClient } from "@tanstack/react-query";

/**
 * Asks once no change of this kind waits for the server any more: until then the answer would lack what is on its way,
 * and whichever comes last sees to it. Nobody waits for this: a change that is through counts as through at once, for
 * one that comes while the list is being read must ask again.
 */
export function afterChanges(cache: QueryClient, mutationKey: readonly string[], ask: () => unknown): void {
  setTimeout(() => {
    if (cache.isMutating({ mutationKey: [...mutationKey] }) === 0) ask();
  });
}
