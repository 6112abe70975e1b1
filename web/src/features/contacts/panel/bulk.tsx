/** Actions on the selected contacts. Each can be undone. */
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArchiveRestore, ShieldAlert, ShieldCheck, Trash2 } from "lucide-react";

import { api, body } from "@/api/client";
import type { BulkAction, BulkChange, Folder, FormerContact } from "@/api/types";
import { notify } from "@/lib/notify";
import { ChoiceMenu } from "@/panel/controls/choice-menu";
import { formatCount } from "@/panel/format";
import { BulkButton } from "@/panel/list/bulk-bar";
import { undoChanges, useUndo } from "@/panel/list/undo-bulk";
import { useChange } from "@/panel/use-change";
import { MUTATION_KEY, refresh } from "./changes";
import { assignees, contactKeys } from "./queries";
import { isStatus, STATUSES } from "./record";

const NOBODY = { value: "nobody", label: "Ninguém" };

interface BulkActionsProps {
  folder: Folder;
  ids: string[];
  onDone: () => void;
}

export function BulkActions({ folder, ids, onDone }: BulkActionsProps) {
  const change = useBulkChange(onDone);
  const { data: staff = [] } = useQuery(assignees);
  const colleagues = staff.filter(({ has_access }) => has_access);
  const busy = change.isPending;
  const run = (action: BulkAction) => change.mutate({ ...action, ids });
  if (folder === "trash") {
    return (
      <BulkButton
        icon={ArchiveRestore}
        label="Restaurar"
        busy={busy}
        onClick={() => run({ action: "restore" })}
      />
    );
  }
  return (
    <>
      <ChoiceMenu
        label="Mudar status dos selecionados"
        choices={STATUSES}
        busy={busy}
        onChoose={(value) => isStatus(value) && run({ action: "status", status: value })}
      >
        Mudar status
      </ChoiceMenu>
      <ChoiceMenu
        label="Definir responsável pelos selecionados"
        choices={[NOBODY, ...colleagues.map(({ id, name }) => ({ value: id, label: name }))]}
        busy={busy}
        onChoose={(value) => run({ action: "assign", assigned_to: value === NOBODY.value ? null : value })}
      >
        Responsável
      </ChoiceMenu>
      {folder === "spam" ? (
        <BulkButton
          icon={ShieldCheck}
          label="Não são suspeitos"
          busy={busy}
          onClick={() => run({ action: "release" })}
        />
      ) : (
        <BulkButton
          icon={ShieldAlert}
          label="São suspeitos"
          busy={busy}
          onClick={() => run({ action: "quarantine" })}
        />
      )}
      <BulkButton
        icon={Trash2}
        label="Excluir"
        isDanger
        busy={busy}
        onClick={() => run({ action: "trash" })}
      />
    </>
  );
}

/** Describes the result of a bulk change: '3 contatos na lixeira'. */
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

/** Returns the change that gives a contact back its values before `action`. */
export function undoOf(
  action: BulkChange["action"],
  { status, answered_at, assigned_to }: FormerContact,
): BulkAction {
  switch (action) {
    case "status":
      return { action, status, answered_at };
    case "assign":
      return { action, assigned_to };
    case "quarantine":
      return { action: "release" };
    case "release":
      return { action: "quarantine" };
    case "trash":
      return { action: "restore" };
    case "restore":
      return { action: "trash" };
  }
}

/** Returns the mutation that changes many contacts at once and offers to undo the change. */
function useBulkChange(onDone: () => void) {
  const cache = useQueryClient();
  const undo = useUndo(MUTATION_KEY, refresh, async (change: BulkChange) => {
    const former = await send(change);
    forget(cache, change.ids);
    return former;
  });
  return useChange("Erro ao mudar os contatos", refresh, {
    mutationKey: MUTATION_KEY,
    mutationFn: send,
    onSuccess: (former, { action, ids }) => {
      forget(cache, ids);
      onDone();
      if (former.length === 0) {
        notify.success("Nada a mudar", "Os contatos escolhidos já estavam assim ou são de pessoas apagadas.");
        return;
      }
      notify.success(describeBulk(action, former.length), undefined, {
        label: "Desfazer",
        run: () => undo.mutate(undoChanges(former, (contact) => undoOf(action, contact))),
      });
    },
  });
}

function send(change: BulkChange): Promise<FormerContact[]> {
  return body(api.POST("/api/contacts/bulk", { body: change }));
}

/** Removes the contacts from the cache, because their versions have changed. */
function forget(cache: QueryClient, ids: readonly string[]): void {
  ids.forEach((id) => cache.removeQueries({ queryKey: contactKeys.record(id) }));
}
