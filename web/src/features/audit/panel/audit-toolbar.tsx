import { X } from "lucide-react";
import { useParams } from "react-router";

import { Button } from "@/panel/controls/button";
import { DayField } from "@/panel/form/day-field";
import { SearchField } from "@/panel/list/search-field";
import { Select } from "@/panel/controls/select";
import { useSearchBox } from "@/panel/list/use-search-box";
import { EVERYTHING, GROUPS, isFiltered } from "./audit-filter";
import type { AuditList } from "./use-audit-list";

export function AuditToolbar({ list: { filter, show } }: { list: AuditList }) {
  const opened = useParams()["sequence"] !== undefined;
  const box = useSearchBox(filter.search, (search) => show({ search }, { replace: true }), opened);
  return (
    <search className="mb-3 flex flex-wrap items-center gap-2">
      <SearchField box={box} label="Buscar no registro" placeholder="Pessoa, ação, nome, valor, endereço…" />
      <Select
        aria-label="Filtrar por assunto"
        value={filter.group}
        onChange={({ target: { value } }) => show({ group: value })}
      >
        <option value="">Todos os assuntos</option>
        {GROUPS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto">
        <DayField label="De" value={filter.from} max={filter.to} onChange={(from) => show({ from })} />
        <DayField label="Até" value={filter.to} min={filter.from} onChange={(to) => show({ to })} />
      </div>
      {filter.person && <Chip label={`Pessoa: ${filter.person}`} onRemove={() => show({ person: "" })} />}
      {filter.subject_id && (
        <Chip label="Um só registro" onRemove={() => show({ subject_kind: "", subject_id: "" })} />
      )}
      {isFiltered(filter) && (
        <Button variant="ghost" onClick={() => show(EVERYTHING)}>
          <X aria-hidden />
          Limpar filtros
        </Button>
      )}
    </search>
  );
}

/** A filter that was chosen elsewhere, to be taken off again. */
function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <span className="bg-accent-soft text-accent-strong flex h-9 max-w-full items-center gap-1 rounded-md pl-3 text-sm">
      <span className="truncate">{label}</span>
      <Button variant="ghost" size="icon" aria-label={`Remover filtro: ${label}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </span>
  );
}
