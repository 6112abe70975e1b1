/** The contacts: an inbox with the open contact beside the list, or a table or a board with dialogs. All show the same list. */
import { useQuery } from "@tanstack/react-query";
import { Plus, Upload } from "lucide-react";
import { useMatch } from "react-router";

import { readSession } from "@/api/session";
import type { ContactListView } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { Segments } from "@/panel/controls/segments";
import { useDialog } from "@/panel/dialog/use-dialog";
import { ExportButton } from "@/panel/list/export-button";
import { ClearFilters, ListPage } from "@/panel/list/list-page";
import { type TabCount, ViewTabs } from "@/panel/list/list-tabs";
import { countIn } from "@/panel/list/summary-count";
import { type ListState, useListState } from "@/panel/list/use-list-state";
import { savePreferences, usePreferences } from "@/panel/preferences";
import { Screen } from "@/panel/screen";
import { Board } from "./board/board";
import { ImportContactsDialog } from "./importing/dialog";
import { Filters } from "./list/filters";
import { InboxPlaceholder } from "./list/inbox-placeholder";
import { INBOX_CARDS, inboxColumns } from "./list/inbox-rows";
import { SavedFilters } from "./list/saved-filters";
import { CARDS, tableColumns } from "./list/table-rows";
import { captionOf, EMPTY, NOTHING_FOUND } from "./list/texts";
import { useRefresh } from "./list/use-refresh";
import { contactPage, contactSummary, exportContacts } from "./queries";
import {
  BOARD_VIEWS,
  type ContactFilter,
  CONTACTS,
  type ContactsDialog,
  DIALOGS,
  type Layout,
  LAYOUT_PREFERENCES,
  LAYOUTS,
  preferredLayout,
  VIEWS,
} from "./record";
import { NewContactDialog } from "./recording/dialog";
import { BulkActions } from "./triage/bulk";
import { TriageProvider } from "./triage/triage";

type List = ListState<ContactFilter>;

/** Short terms are searched in the newest contacts, whatever the order of the list. */
const SEARCH_LIMIT = "mais recentes. Com três letras ou mais, a busca vai até o fim.";

const TITLE = "Gerenciar Contatos";

/** Hides labels on screens on which the actions would take a second row, beside the menu. */
const WIDE_LABEL = "lg:max-xl:sr-only";

export function ContactsScreen() {
  const list = useListState(CONTACTS);
  const layout = useLayout(list);
  const { opened, open, close } = useDialog<ContactsDialog>(DIALOGS);
  if (!layout) return <Screen title={TITLE}>{null}</Screen>;
  return (
    <TriageProvider list={list} layout={layout} onNew={() => open("new")}>
      <Contacts list={list} layout={layout} onOpen={open} />
      {opened === "new" && <NewContactDialog onClose={close} />}
      {opened === "import" && <ImportContactsDialog onClose={close} />}
    </TriageProvider>
  );
}

/** Returns the layout of the address, or else the user's; null while that is unknown. */
function useLayout({ filter }: List): Layout | null {
  const preferences = usePreferences();
  if (filter.visao) return filter.visao;
  if (!preferences) return null;
  return preferredLayout(preferences.contacts_layout);
}

interface ContactsProps {
  list: List;
  layout: Layout;
}

function Contacts({ list, layout, onOpen }: ContactsProps & { onOpen: (dialog: ContactsDialog) => void }) {
  const { filter } = list;
  const isInbox = layout === "conversa";
  const isPaneOpen = isInbox && !list.isDialogClosed;
  // The table isn't fetched again while a contact is open in a dialog, so that the contact's neighbors stay the same.
  const isRefreshed = isInbox || list.isDialogClosed;
  useRefresh(isRefreshed, useMatch(panelPaths.contact(":id"))?.params["id"]);
  return (
    <Screen
      title={TITLE}
      isFilled={isInbox}
      isCovered={isPaneOpen}
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <LayoutSwitch list={list} layout={layout} />
          {readSession()?.user.role === "admin" && (
            <span className="contents max-sm:hidden">
              <Button icon={Upload} title="Importar" onClick={() => onOpen("import")}>
                <span className={WIDE_LABEL}>Importar</span>
              </Button>
              <Export filter={filter} />
            </span>
          )}
          <Button
            icon={Plus}
            // An open contact has its own primary action.
            variant={isPaneOpen ? "secondary" : "primary"}
            // Without the icon, it fits beside the layouts on a phone.
            className="max-sm:[&_svg]:hidden"
            onClick={() => onOpen("new")}
          >
            Novo contato
          </Button>
        </div>
      }
    >
      <div className={cn("shrink-0", isInbox && "lg:-mb-1.5", isPaneOpen && "max-lg:hidden")}>
        <Tabs list={list} layout={layout} />
        <SavedFilters filter={filter} />
      </div>
      {layout === "quadro" ? <Board list={list} /> : <ContactList list={list} layout={layout} />}
    </Screen>
  );
}

function ContactList({ list, layout }: ContactsProps) {
  const { filter } = list;
  const isInbox = layout === "conversa";
  const isRefreshed = isInbox || list.isDialogClosed;
  return (
    <ListPage
      list={list}
      query={(filter) => ({
        ...contactPage(filter),
        enabled: ({ state }) => isRefreshed || state.data === undefined,
      })}
      search="Nome, e-mail, empresa, telefone…"
      isCompact
      tools={<Filters list={list} layout={layout} />}
      texts={{ one: "contato", many: "contatos", saysFound: true, searchLimit: SEARCH_LIMIT }}
      caption={captionOf(filter)}
      columns={(isInbox ? inboxColumns : tableColumns)(filter.view)}
      cards={isInbox ? INBOX_CARDS : CARDS}
      nameOf={({ name }) => name}
      hasKeys
      empty={EMPTY[filter.view]}
      nothingFound={{ ...NOTHING_FOUND, action: <ClearFilters list={list} /> }}
      bulk={{
        label: "Ações em massa",
        selected: ["selecionado", "selecionados"],
        actions: (ids, clear) => <BulkActions view={filter.view} ids={ids} onDone={clear} />,
      }}
      placeholder={isInbox ? <InboxPlaceholder /> : undefined}
    />
  );
}

/** Chooses the layout, which the panel remembers for the user. */
function LayoutSwitch({ list, layout }: ContactsProps) {
  const choose = (visao: Layout) => {
    const { view } = list.filter;
    const isOnBoard = BOARD_VIEWS.some(({ value }) => value === view);
    list.show({ visao, ...(visao === "quadro" && !isOnBoard && { view: "all" }) });
    void savePreferences({ contacts_layout: LAYOUT_PREFERENCES[visao] });
  };
  return <Segments label="Visualização" options={LAYOUTS} value={layout} onChange={choose} />;
}

function Export({ filter }: { filter: ContactFilter }) {
  const load = () => exportContacts(filter);
  return (
    <ExportButton
      name="contatos"
      errorTitle="Erro ao exportar contatos"
      load={load}
      labelClassName={WIDE_LABEL}
    />
  );
}

function Tabs({ list, layout }: ContactsProps) {
  const { data: summary } = useQuery(contactSummary);
  const countOf = (view: ContactListView): TabCount => {
    const count = countIn(summary, view);
    return view === "late" && count.value ? { ...count, tone: "danger" } : count;
  };
  const { visao, order, closed } = list.filter;
  return (
    <ViewTabs
      label="Visões"
      list={list}
      param="view"
      options={layout === "quadro" ? BOARD_VIEWS : VIEWS}
      countOf={countOf}
      keep={{ visao, order, closed }}
    />
  );
}
