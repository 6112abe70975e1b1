/** What can be done to the contacts that are picked, for as long as some are. */
import { useQuery } from "@tanstack/react-query";
import { ArchiveRestore, ShieldAlert, ShieldCheck, Trash2, X } from "lucide-react";

import type { Folder } from "../../api/types";
import { Button } from "../../ui/panel/button";
import { formatCount } from "../../ui/panel/format";
import { Select } from "../../ui/panel/select";
import type { BulkAction } from "./bulk";
import { useBulkChange } from "./bulk-changes";
import { assignees } from "./contact-queries";
import { isStatus, STATUSES } from "./status";
import type { Selection } from "./use-selection";

interface BulkBarProps {
  folder: Folder;
  selection: Selection;
}

export function BulkBar({ folder, selection }: BulkBarProps) {
  const { ids, isAll, toggleAll, clear } = selection;
  const change = useBulkChange(clear);
  if (ids.length === 0) return null;
  const run = (action: BulkAction) => change.mutate({ ...action, ids });
  return (
    <section
      aria-label="Ações em massa"
      className="border-line bg-surface shadow-low sticky top-15 z-20 mb-2 flex flex-wrap items-center gap-2 rounded-lg border px-3 py-2"
      aria-busy={change.isPending}
    >
      <p className="text-sm font-medium" role="status">
        {formatCount(ids.length, "selecionado", "selecionados")}
      </p>
      <Button variant="ghost" size="sm" onClick={toggleAll}>
        {isAll ? "Desmarcar todos" : "Selecionar a página"}
      </Button>
      <span className="flex grow flex-wrap items-center gap-2 sm:justify-end">
        {folder === "trash" ? (
          <Button size="sm" disabled={change.isPending} onClick={() => run({ action: "restore" })}>
            <ArchiveRestore aria-hidden />
            Restaurar
          </Button>
        ) : (
          <Working folder={folder} busy={change.isPending} run={run} />
        )}
        <Button variant="ghost" size="icon" aria-label="Limpar seleção" onClick={clear}>
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
  return (
    <>
      <Select
        aria-label="Mudar status dos selecionados"
        value=""
        disabled={busy}
        onChange={({ target: { value } }) => isStatus(value) && run({ action: "status", status: value })}
      >
        <option value="">Mudar status…</option>
        {STATUSES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Definir responsável pelos selecionados"
        value=""
        disabled={busy}
        onChange={({ target: { value } }) =>
          value && run({ action: "assign", assigned_to: value === "nobody" ? null : value })
        }
      >
        <option value="">Responsável…</option>
        <option value="nobody">Ninguém</option>
        {staff
          .filter(({ has_access }) => has_access)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </Select>
      {folder === "spam" ? (
        <Button size="sm" disabled={busy} onClick={() => run({ action: "release" })}>
          <ShieldCheck aria-hidden />
          Não são suspeitos
        </Button>
      ) : (
        <Button size="sm" disabled={busy} onClick={() => run({ action: "quarantine" })}>
          <ShieldAlert aria-hidden />
          São suspeitos
        </Button>
      )}
      <Button variant="danger" size="sm" disabled={busy} onClick={() => run({ action: "trash" })}>
        <Trash2 aria-hidden />
        Excluir selecionados
      </Button>
    </>
  );
}
