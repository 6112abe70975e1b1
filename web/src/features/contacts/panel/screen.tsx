/** The list of contacts, with folders, filters and bulk actions. */
import { useQuery } from "@tanstack/react-query";
import { Inbox, ShieldCheck, Trash2 } from "lucide-react";

import { readSession } from "@/api/session";
import type { Folder } from "@/api/types";
import { paths } from "@/lib/paths";
import { SiteFormLink } from "@/panel/feedback/empty-state";
import { ExportButton } from "@/panel/list/export-button";
import { ClearFilters, type EmptyTexts, ListPage } from "@/panel/list/list-page";
import { type TabCount, ViewTabs } from "@/panel/list/list-tabs";
import { FilterSelect } from "@/panel/list/list-toolbar";
import { type ListState, useListState } from "@/panel/list/use-list-state";
import { Screen } from "@/panel/screen";
import { AssigneeFilter } from "./assignee";
import { BulkActions } from "./bulk";
import { CARDS, COLUMNS } from "./list";
import { contactPage, contactSummary, exportContacts } from "./queries";
import { type ContactFilter, CONTACTS, FOLDERS, ORDERS, STATUSES } from "./record";
import { SavedFilters, SaveFilter } from "./saved-filters";

const CAPTIONS = {
  late_first: "Contatos, os atrasados primeiro e depois do mais recente ao mais antigo",
  newest: "Contatos, do mais recente ao mais antigo",
};

/** Texts for an empty folder: which contacts it lists. */
const EMPTY: Readonly<Record<Folder, EmptyTexts>> = {
  inbox: {
    icon: Inbox,
    title: "Nenhum contato ainda",
    text: "Cada pedido enviado pelo formulário de contato aparece aqui na hora, com status Novo.",
    action: <SiteFormLink path={paths.contact} />,
  },
  spam: {
    icon: ShieldCheck,
    title: "Nada suspeito",
    text: "Envios com cara de robô são separados aqui em vez de apagados. Se um deles for de verdade, abra-o e marque “Não é spam”.",
  },
  trash: {
    icon: Trash2,
    title: "A lixeira está vazia",
    text: "Contatos excluídos ficam aqui por 30 dias e podem ser restaurados nesse prazo.",
  },
};

export function ContactsScreen() {
  const list = useListState(CONTACTS);
  const { filter } = list;
  return (
    <Screen
      title="Gerenciar Contatos"
      actions={readSession()?.user.role === "admin" && <Export filter={filter} />}
    >
      <FolderTabs list={list} />
      <SavedFilters filter={filter} />
      <ListPage
        list={list}
        query={(filter) => ({
          ...contactPage(filter),
          // The list isn't fetched again while a contact is open, so that the contact's neighbors stay the same.
          enabled: ({ state }) => list.isDialogClosed || state.data === undefined,
        })}
        search="Nome, e-mail, empresa, telefone…"
        tools={<Filters list={list} />}
        texts={{ one: "contato", many: "contatos", saysFound: true }}
        caption={CAPTIONS[filter.order]}
        columns={COLUMNS}
        cards={CARDS}
        nameOf={({ name }) => name}
        hasKeys
        empty={EMPTY[filter.folder]}
        nothingFound={{
          title: "Nenhum contato encontrado",
          text: "A busca olha nome, e-mail, empresa, telefone e mensagem, sem diferenciar acentos nem maiúsculas.",
          action: <ClearFilters list={list} />,
        }}
        bulk={{
          label: "Ações em massa",
          selected: ["selecionado", "selecionados"],
          actions: (ids, clear) => <BulkActions folder={filter.folder} ids={ids} onDone={clear} />,
        }}
      />
    </Screen>
  );
}

function Export({ filter }: { filter: ContactFilter }) {
  const load = () => exportContacts(filter);
  return <ExportButton name="contatos" errorTitle="Erro ao exportar contatos" load={load} />;
}

function FolderTabs({ list }: { list: ListState<ContactFilter> }) {
  const { data: summary } = useQuery(contactSummary);
  const countOf = (folder: Folder): TabCount =>
    folder === "inbox" && summary?.new
      ? { value: summary.new, unit: summary.new === 1 ? "novo" : "novos", tone: "info" }
      : { value: summary?.[folder] };
  return <ViewTabs label="Pastas" list={list} param="folder" options={FOLDERS} countOf={countOf} />;
}

function Filters({ list: { filter, show } }: { list: ListState<ContactFilter> }) {
  return (
    <>
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
      {CONTACTS.isFiltered(filter) && <SaveFilter filter={filter} />}
    </>
  );
}
