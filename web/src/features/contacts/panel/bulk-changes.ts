/** The same change to many contacts, and what undoes it. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";

import { messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import type { BulkChange, FormerContact } from "@/api/types";
import { notify } from "@/lib/notify";
import { formatCount } from "@/panel/format";
import { mutationKey, refresh } from "./contact-changes";
import { contactKeys } from "./contact-queries";

export type BulkAction = BulkChange extends infer Change
  ? Change extends unknown
    ? Omit<Change, "ids">
    : never
  : never;

/** Returns the result of a change: '3 contatos na lixeira'. */
export function describeBulk(action: BulkChange["action"], count: number): string {
  const contacts = formatCount(count, "contato", "contatos");
  switch (action) {
    case "status":
      return `Status de ${contacts} atualizado`;
    case "assign":
      return `Responsável por ${contacts} definido`;
    case "quarantine":
      return `${contacts} em Suspeitos`;
    case "release":
      return `${contacts} em Recebidos`;
    case "trash":
      return `${contacts} na lixeira`;
    case "restore":
      return `${contacts} fora da lixeira`;
  }
}

/** Returns the changes that restore the contacts as they were before. */
export function undoing(action: BulkChange["action"], former: readonly FormerContact[]): BulkChange[] {
  const ids = former.map(({ id }) => id);
  switch (action) {
    case "status":
      return grouped(former, ({ status }) => status).map(([status, ids]) => ({ action, status, ids }));
    case "assign":
      return grouped(former, ({ assigned_to }) => assigned_to).map(([assigned_to, ids]) => ({
        action,
        assigned_to,
        ids,
      }));
    case "quarantine":
      return [{ action: "release", ids }];
    case "release":
      return [{ action: "quarantine", ids }];
    case "trash":
      return [{ action: "restore", ids }];
    case "restore":
      return [{ action: "trash", ids }];
  }
}

function grouped<Value>(
  former: readonly FormerContact[],
  of: (contact: FormerContact) => Value,
): [Value, string[]][] {
  const groups = new Map<Value, string[]>();
  for (const contact of former) groups.set(of(contact), [...(groups.get(of(contact)) ?? []), contact.id]);
  return [...groups];
}

/** Changes many contacts at once, and offers to undo the change. */
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
    onError: (error) => notify.error("Erro ao mudar os contatos", messageOf(error)),
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
    onError: (error) => notify.error("Erro ao desfazer", messageOf(error)),
    onSettled: () => refresh(cache),
  });
}

function send(change: BulkChange): Promise<FormerContact[]> {
  return body(api.POST("/api/contacts/bulk", { body: change }));
}

/** Removes the contacts from the cache, because their versions have changed. */
function forget(cache: QueryClient, ids: readonly string[]): void {
  ids.forEach((id) => cache.removeQueries({ queryKey: contactKeys.record(id) }));
}
