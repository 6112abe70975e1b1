/** The result of bulk changes, and undoing them: each record gets its former values back, unless it has changed since. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";

import { messageOf } from "@/api/api-error";
import { notify, UNDO_LABEL } from "@/lib/notify";
import { formatCount } from "@/panel/format";

interface BulkReport {
  /** Describes the change. */
  title: string;
  /** Whether a record was changed. */
  hasChanged: boolean;
  /** What the user can do next. */
  hint?: string | undefined;
  /** Describes the records that were skipped, because somebody has changed them; undefined if there are none. */
  skipped: string | undefined;
  /** Why nothing was changed otherwise. */
  unchanged: string;
  undo: () => void;
}

/** Shows the result of a bulk change, and offers to undo it. */
export function reportBulk({ title, hasChanged, hint, skipped, unchanged, undo }: BulkReport): void {
  const text = [skipped, hint].filter(Boolean).join(" ") || undefined;
  if (hasChanged) notify.success(title, text, { label: UNDO_LABEL, run: undo });
  else if (skipped) notify.error("Nada foi mudado", skipped);
  else notify.success("Nada a mudar", unchanged);
}

/**
 * Returns the mutation that sends the changes that undo a bulk change, in one request. `send` returns the records that they have
 * changed. If it fails, the toast offers to send them again.
 */
export function useUndo<Change extends { ids: string[] }>(
  mutationKey: readonly string[],
  refresh: (cache: QueryClient) => unknown,
  send: (changes: Change[]) => Promise<readonly unknown[]>,
) {
  const cache = useQueryClient();
  const undo = useMutation({
    mutationKey,
    mutationFn: async (changes: Change[]) => {
      const dismiss = notify.pending("Desfazendo…");
      try {
        return changes.flatMap(({ ids }) => ids).length - (await send(changes)).length;
      } finally {
        dismiss();
      }
    },
    onSuccess: (skipped) =>
      notify.success(
        "Desfeito",
        skipped > 0
          ? formatCount(
              skipped,
              "item mudou depois e ficou como está.",
              "itens mudaram depois e ficaram como estão.",
            )
          : undefined,
      ),
    onError: (error, changes) =>
      notify.error("Erro ao desfazer", messageOf(error), {
        label: "Tentar de novo",
        run: () => undo.mutate(changes),
      }),
    onSettled: () => refresh(cache),
  });
  return undo;
}

interface Records {
  ids: string[];
  /** The versions of the records after the change that is undone. */
  versions: Record<string, number>;
}

/**
 * Returns the bulk changes that undo one. `former` has the records before it, and `undoOf` returns the change that a record
 * needs. Records that need the same change share one.
 */
export function undoChanges<Former extends { id: string; version: number }, Change extends object>(
  former: readonly Former[],
  undoOf: (record: Former) => Change,
): (Change & Records)[] {
  const changes = new Map<string, Change & Records>();
  for (const record of former) {
    const change = undoOf(record);
    const key = JSON.stringify(change);
    const same: Records = changes.get(key) ?? { ids: [], versions: {} };
    same.ids.push(record.id);
    same.versions[record.id] = record.version;
    changes.set(key, { ...change, ...same });
  }
  return [...changes.values()];
}
