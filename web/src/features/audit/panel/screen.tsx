/** The audit log, for administrators. */
import { ScrollText, X } from "lucide-react";

import { Button } from "@/panel/controls/button";
import { ExportButton } from "@/panel/list/export-button";
import { ClearFilters, ListPage } from "@/panel/list/list-page";
import { DayField, FilterSelect } from "@/panel/list/list-toolbar";
import { type ListState, useListState } from "@/panel/list/use-list-state";
import { Screen } from "@/panel/screen";
import { CARDS, COLUMNS } from "./list";
import { AUDIT, type AuditFilter, auditPage, exportEvents, GROUPS } from "./queries";

export function AuditScreen() {
  const list = useListState(AUDIT);
  const load = () => exportEvents(list.filter);
  return (
    <Screen
      title="Registro de Auditoria"
      actions={<ExportButton name="auditoria" errorTitle="Erro ao exportar o registro" load={load} />}
    >
      <ListPage
        list={list}
        query={auditPage}
        search="Pessoa, ação, nome, valor, endereço…"
        tools={<Filters list={list} />}
        texts={{
          one: "evento",
          many: "eventos",
          loading: "Carregando registro…",
          search: "Buscar no registro",
          saysFound: true,
          searchLimit: "mais recentes. Para buscar nos anteriores, escolha uma data final.",
        }}
        caption="Eventos, do mais recente ao mais antigo"
        columns={COLUMNS}
        cards={CARDS}
        idOf={({ sequence }) => String(sequence)}
        empty={{
          icon: ScrollText,
          title: "Nenhum evento ainda",
          text: "Acessos, alterações e exportações aparecem aqui assim que acontecem.",
        }}
        nothingFound={{
          title: "Nenhum evento encontrado",
          text: "A busca olha pessoas, ações, nomes, valores e endereços, sem diferenciar acentos nem maiúsculas.",
          action: <ClearFilters list={list} />,
        }}
      />
    </Screen>
  );
}

function Filters({ list: { filter, show } }: { list: ListState<AuditFilter> }) {
  return (
    <>
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
    </>
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
