/** What can be done to the contacts that are picked, for as long as some are. */
import { useQuery } from "@tanstack/react-query";
import { ArchiveRestore, ShieldAlert, ShieldCheck, Trash2, X } from "lucide-react";
import { useRef } from "react";

import type { Folder } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { ChoiceMenu } from "@/panel/controls/choice-menu";
import { formatCount } from "@/panel/format";
import type { Selection } from "@/panel/list/use-selection";
import type { BulkAction } from "./bulk";
import { useBulkChange } from "./bulk-changes";
import { assignees } from "./contact-queries";
import { focusNeighbor } from "./focus-contact";
import { isStatus, STATUSES } from "./status";

const NOBODY = { value: "nobody", label: "Ninguém" };

interface BulkBarProps {
  folder: Folder;
  selection: Selection;
}

export function BulkBar({ folder, selection }: BulkBarProps) {
  const { ids, isAll, toggleAll, clear } = selection;
  const bar = useRef<HTMLElement>(null);
  /** The bar goes with what is picked. */
  const leave = () => {
    if (bar.current?.contains(document.activeElement)) focusNeighbor(ids);
    clear();
  };
  const change = useBulkChange(leave);
  if (ids.length === 0) return null;
  const run = (action: BulkAction) => !change.isPending && change.mutate({ ...action, ids });
  return (
    <section
      ref={bar}
      aria-label="Ações em massa"
      className="border-line bg-surface shadow-low sticky top-15 z-20 mb-2 flex flex-wrap items-center gap-2 rounded-lg border px-3 py-2"
      aria-busy={change.isPending}
    >
      <p className="text-sm font-medium" role="status">
        {formatCount(ids.length, "selecionado", "selecionados")}
      </p>
      <Button variant="ghost" size="sm" onClick={isAll ? leave : toggleAll}>
        {isAll ? "Desmarcar todos" : "Selecionar a página"}
      </Button>
      <span className="flex grow flex-wrap items-center gap-2 sm:justify-end">
        {folder === "trash" ? (
          <Button size="sm" once aria-disabled={change.isPending} onClick={() => run({ action: "restore" })}>
            <ArchiveRestore aria-hidden />
            Restaurar
          </Button>
        ) : (
          <Working folder={folder} busy={change.isPending} run={run} />
        )}
        <Button variant="ghost" size="icon" aria-label="Limpar seleção" onClick={leave}>
          <X aria-hidden />
        </Button>
      </span>
    </section>
  );
}

interface WorkingProps {
  folder: Folder;
  busy: boolean;
  run: (action: BulkAction) => void;
}

/** What contacts outside the trash can be put to. */
function Working({ folder, busy, run }: WorkingProps) {
  const { data: staff = [] } = useQuery(assignees);
  const colleagues = staff.filter(({ has_access }) => has_access);
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
