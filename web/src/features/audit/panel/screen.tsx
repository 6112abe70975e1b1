/** The audit log, for administrators. */
import { ScrollText, SearchX, X } from "lucide-react";
import { Outlet } from "react-router";

import { Button } from "@/panel/controls/button";
import { EmptyState } from "@/panel/feedback/empty-state";
import { DayField } from "@/panel/form/day-field";
import { ExportButton } from "@/panel/list/export-button";
import { FilterSelect, ListToolbar } from "@/panel/list/list-toolbar";
import { RecordList } from "@/panel/list/record-list";
import { type ListState, useListState } from "@/panel/list/use-list-state";
import { useRecords } from "@/panel/list/use-records";
import { Screen } from "@/panel/screen";
import { CARDS, COLUMNS } from "./list";
import { AUDIT, type AuditFilter, auditPage, exportEvents, GROUPS } from "./queries";

export function AuditScreen() {
  const list = useListState(AUDIT);
  const records = useRecords(auditPage(list.filter));
  const load = () => exportEvents(list.filter);
  return (
    <Screen
      title="Registro de Auditoria"
      actions={<ExportButton name="auditoria" errorTitle="Erro ao exportar o registro" load={load} />}
    >
      <Toolbar list={list} />
      <RecordList
        list={list}
        records={records}
        texts={{ one: "evento", many: "eventos", loading: "Carregando registro…" }}
        caption="Eventos, do mais recente ao mais antigo"
        columns={COLUMNS}
        cards={CARDS}
        idOf={({ sequence }) => String(sequence)}
        empty={<NoEvents list={list} />}
      />
      <Outlet />
    </Screen>
  );
}

function Toolbar({ list }: { list: ListState<AuditFilter> }) {
  const { filter, show } = list;
  return (
    <ListToolbar list={list} label="Buscar no registro" placeholder="Pessoa, ação, nome, valor, endereço…">
      <FilterSelect
        label="Filtrar por assunto"
        all="Todos os assuntos"
        options={GROUPS}
        value={filter.group}
        onChange={(group) => show({ group })}
      />
      <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto">
        <DayField label="De" value={filter.from} max={filter.to} onChange={(from) => show({ from })} />
        <DayField label="Até" value={filter.to} min={filter.from} onChange={(to) => show({ to })} />
      </div>
      {filter.person && <Chip label={`Pessoa: ${filter.person}`} onRemove={() => show({ person: "" })} />}
      {filter.subject_id && (
        <Chip label="Um só registro" onRemove={() => show({ subject_kind: "", subject_id: "" })} />
      )}
    </ListToolbar>
  );
}

/** A filter that was set by a link, with a button that removes it. */
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

function NoEvents({ list: { filter, show } }: { list: ListState<AuditFilter> }) {
  if (AUDIT.isFiltered(filter) || filter.cursor) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nenhum evento encontrado"
        action={<Button onClick={() => show(AUDIT.unfiltered)}>Limpar filtros</Button>}
      >
        A busca olha pessoas, ações, nomes, valores e endereços, sem diferenciar acentos nem maiúsculas.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ScrollText} title="Nenhum evento ainda">
      Acessos, alterações e exportações aparecem aqui assim que acontecem.
    </EmptyState>
  );
}
