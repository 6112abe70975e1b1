import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";

import { messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import type { BulkChange, FormerContact } from "@/api/types";
import { notify } from "@/lib/notify";
import { describeBulk, undoing } from "./bulk";
import { mutationKey, refresh } from "./contact-changes";
import { contactKeys } from "./contact-queries";

const FALLBACK = "Tente novamente mais tarde.";

/** Changes many contacts at once, and offers to take it back. */
export function useBulkChange(onDone: () => void) {
  const cache = useQueryClient();
  const undo = useUndo();
  return useMutation({
    mutationKey,
    mutationFn: send,
    onSuccess: (former, { action, ids }) => {
      forget(cache, ids);
      onDone();
      if (former.length === 0) {
        notify.success("Nada a mudar", "Os contatos escolhidos já estavam assim.");
        return;
      }
      notify.success(describeBulk(action, former.length), undefined, {
        label: "Desfazer",
        run: () => undo.mutate(undoing(action, former)),
      });
    },
    onError: (error) => notify.error("Erro ao mudar os contatos", messageOf(error, FALLBACK)),
    onSettled: () => refresh(cache),
  });
}

function useUndo() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: async (changes: BulkChange[]) => {
      for (const change of changes) {
        await send(change);
        forget(cache, change.ids);
      }
    },
    onSuccess: () => notify.success("Desfeito"),
    onError: (error) => notify.error("Erro ao desfazer", messageOf(error, FALLBACK)),
    onSettled: () => refresh(cache),
  });
}

function send(change: BulkChange): Promise<FormerContact[]> {
  return body(api.POST("/api/contacts/bulk", { body: change }));
}

/** What is known of each is old by now. */
function forget(cache: QueryClient, ids: readonly string[]): void {
  ids.forEach((id) => cache.removeQueries({ queryKey: contactKeys.record(id) }));
}
