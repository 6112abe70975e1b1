/** Actions on the selected contacts. */
import { useQuery } from "@tanstack/react-query";
import { ArchiveRestore, ShieldAlert, ShieldCheck, Trash2 } from "lucide-react";

import type { Folder } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { ChoiceMenu } from "@/panel/controls/choice-menu";
import { type BulkAction, useBulkChange } from "./bulk-changes";
import { assignees } from "./contact-queries";
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
  const run = (action: BulkAction) => !busy && change.mutate({ ...action, ids });
  if (folder === "trash") {
    return (
      <Button size="sm" once aria-disabled={busy} onClick={() => run({ action: "restore" })}>
        <ArchiveRestore aria-hidden />
        Restaurar
      </Button>
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
        <Button size="sm" once aria-disabled={busy} onClick={() => run({ action: "release" })}>
          <ShieldCheck aria-hidden />
          Não são suspeitos
        </Button>
      ) : (
        <Button size="sm" once aria-disabled={busy} onClick={() => run({ action: "quarantine" })}>
          <ShieldAlert aria-hidden />
          São suspeitos
        </Button>
      )}
      <Button variant="danger" size="sm" once aria-disabled={busy} onClick={() => run({ action: "trash" })}>
        <Trash2 aria-hidden />
        Excluir selecionados
      </Button>
    </>
  );
}
