/** Undoing bulk changes: each record gets its former values back. */
import type { QueryClient } from "@tanstack/react-query";

import { notify } from "@/lib/notify";
import { useChange } from "@/panel/use-change";

/** Returns the mutation that sends the changes that undo a bulk change, one after another. */
export const useUndo = <Change>(
  mutationKey: readonly string[],
  refresh: (cache: QueryClient) => unknown,
  send: (change: Change) => Promise<unknown>,
) =>
  useChange("Erro ao desfazer", refresh, {
    mutationKey,
    mutationFn: async (changes: Change[]) => {
      for (const change of changes) await send(change);
    },
    onSuccess: () => notify.success("Desfeito"),
  });

/**
 * Returns the bulk changes that undo one. `former` has the records before it, and `undoOf` returns the change that a record
 * needs. Records that need the same change share one.
 */
export function undoChanges<Former extends { id: string }, Change extends object>(
  former: readonly Former[],
  undoOf: (record: Former) => Change,
): (Change & { ids: string[] })[] {
  const changes = new Map<string, Change & { ids: string[] }>();
  for (const record of former) {
    const change = undoOf(record);
    const key = JSON.stringify(change);
    const same = changes.get(key);
    if (same) same.ids.push(record.id);
    else changes.set(key, { ...change, ids: [record.id] });
  }
  return [...changes.values()];
}
