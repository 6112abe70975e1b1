/** The list of contacts, with folders, filters and bulk actions. */
import { useQuery } from "@tanstack/react-query";
import { Inbox, SearchX, ShieldCheck, Trash2 } from "lucide-react";
import { Outlet } from "react-router";

import { paths } from "@/lib/paths";
import { readSession } from "@/lib/session";
import { Button } from "@/panel/controls/button";
import { EmptyState } from "@/panel/feedback/empty-state";
import { ExportButton } from "@/panel/list/export-button";
import { ListTabs, type TabCount } from "@/panel/list/list-tabs";
import { FilterSelect, ListToolbar } from "@/panel/list/list-toolbar";
import { RecordList } from "@/panel/list/record-list";
import { type ListState, useListState } from "@/panel/list/use-list-state";
import { useRecords } from "@/panel/list/use-records";
import { Screen } from "@/panel/screen";
import { AssigneeFilter } from "./assignee";
import { BulkActions } from "./bulk";
import { contactPage, contactSummary, exportContacts, REFRESH_MS } from "./queries";
import { CARDS, COLUMNS } from "./list";
import { CONTACTS, type ContactFilter, FOLDERS, ORDERS, STATUSES } from "./record";
import { SavedFilters, SaveFilter } from "./saved-filters";

const CAPTIONS = {
  late_first: "Contatos, os atrasados primeiro e depois do mais recente ao mais antigo",
  newest: "Contatos, do mais recente ao mais antigo",
};

export function ContactsScreen() {
  const list = useListState(CONTACTS);
  const { filter } = list;
  const records = useRecords({
    ...contactPage(filter),
    // While a contact is open, the rows stay, and so do its neighbors.
    enabled: (query) => list.isAlone || query.state.data === undefined,
    refetchInterval: REFRESH_MS,
  });
  return (
    <Screen
      title="Gerenciar Contatos"
      actions={readSession()?.user.role === "admin" && <Export filter={filter} />}
    >
      <FolderTabs shown={filter.folder} />
      <SavedFilters filter={filter} />
      <Toolbar list={list} />
      <RecordList
        // Each folder has its own selection.
        key={filter.folder}
        list={list}
        records={records}
        texts={{ one: "contato", many: "contatos", loading: "Carregando contatos…", saysFound: true }}
        caption={CAPTIONS[filter.order]}
        columns={COLUMNS}
        cards={CARDS}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        hasKeys
        empty={<NoContacts list={list} />}
        bulk={{
          label: "Ações em massa",
          selectAll: "Selecionar todos da página",
          selected: ["selecionado", "selecionados"],
          actions: (ids, clear) => <BulkActions folder={filter.folder} ids={ids} onDone={clear} />,
        }}
      />
      <Outlet context={records.items ?? []} />
    </Screen>
  );
}

function Export({ filter }: { filter: ContactFilter }) {
  const load = () => exportContacts(filter);
  return <ExportButton name="contatos" errorTitle="Erro ao exportar contatos" load={load} />;
}

function FolderTabs({ shown }: { shown: ContactFilter["folder"] }) {
  const { data: summary } = useQuery(contactSummary);
  const countOf = (folder: ContactFilter["folder"]): TabCount =>
    folder === "inbox" && summary?.new
      ? { value: summary.new, unit: summary.new === 1 ? "novo" : "novos", tone: "info" }
      : { value: summary?.[folder] };
  const tabs = FOLDERS.map(({ value, label }) => ({
    label,
    to: CONTACTS.url({ folder: value }),
    isCurrent: value === shown,
    count: countOf(value),
  }));
  return <ListTabs label="Pastas" tabs={tabs} />;
}

function Toolbar({ list }: { list: ListState<ContactFilter> }) {
  const { filter, show } = list;
  return (
    <ListToolbar
      list={list}
      label="Buscar contatos"
      placeholder="Nome, e-mail, empresa, telefone…"
      actions={<SaveFilter filter={filter} />}
    >
      <FilterSelect
        label="Filtrar por status"
        all="Todos os status"
        options={STATUSES}
        value={filter.status}
        onChange={(status) => show({ status })}
      />
      <AssigneeFilter assigned={filter.assigned} onChange={(assigned) => show({ assigned })} />
      {filter.folder === "inbox" && (
        <FilterSelect
          label="Ordenar"
          options={ORDERS}
          value={filter.order}
          onChange={(order) => order && show({ order })}
        />
      )}
    </ListToolbar>
  );
}

/** Shown instead of an empty list: why it is empty, and how contacts get there. */
function NoContacts({ list: { filter, show } }: { list: ListState<ContactFilter> }) {
  if (CONTACTS.isFiltered(filter) || filter.cursor) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nenhum contato encontrado"
        action={<Button onClick={() => show(CONTACTS.unfiltered)}>Limpar filtros</Button>}
      >
        A busca olha nome, e-mail, empresa, telefone e mensagem, sem diferenciar acentos nem maiúsculas.
      </EmptyState>
    );
  }
  if (filter.folder === "spam") {
    return (
      <EmptyState icon={ShieldCheck} title="Nada suspeito">
        Envios com cara de robô são separados aqui em vez de apagados. Se um deles for de verdade, abra-o e
        marque “Não é spam”.
      </EmptyState>
    );
  }
  if (filter.folder === "trash") {
    return (
      <EmptyState icon={Trash2} title="A lixeira está vazia">
        Contatos excluídos ficam aqui por 30 dias e podem ser restaurados nesse prazo.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Inbox}
      title="Nenhum contato ainda"
      action={
        <Button asChild>
          <a href={paths.contact} target="_blank" rel="noreferrer">
            Ver o formulário do site
          </a>
        </Button>
      }
    >
      Cada pedido enviado pelo formulário de contato aparece aqui na hora, com status Novo.
    </EmptyState>
  );
}
