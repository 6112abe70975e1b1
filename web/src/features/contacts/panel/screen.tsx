/** The contacts: an inbox with the open contact beside the list, or a table or a board with dialogs. All show the same list. */
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarCheck, Hourglass, Inbox, MessagesSquare, Plus, ShieldCheck, Upload } from "lucide-react";
import { useEffect, useEffectEvent } from "react";

import type { Page } from "@/api/list-page";
import { readSession } from "@/api/session";
import type { Contact, ContactListView } from "@/api/types";
import { paths } from "@/lib/paths";
import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { Kbd } from "@/panel/controls/kbd";
import { Segments } from "@/panel/controls/segments";
import { useDialog } from "@/panel/dialog/use-dialog";
import { EMPTY_TRASH, EmptyState, SiteFormLink } from "@/panel/feedback/empty-state";
import { ExportButton } from "@/panel/list/export-button";
import { ClearFilters, type EmptyTexts, ListPage } from "@/panel/list/list-page";
import { type TabCount, ViewTabs } from "@/panel/list/list-tabs";
import { type ListState, useListState } from "@/panel/list/use-list-state";
import { savePreferences, usePreferences } from "@/panel/preferences";
import { Screen } from "@/panel/screen";
import { useShortcutsEnabled } from "@/panel/shortcuts";
import { Board } from "./board/board";
import { ImportContactsDialog } from "./importing/dialog";
import { Filters } from "./list/filters";
import { INBOX_CARDS, INBOX_COLUMNS } from "./list/inbox-rows";
import { SavedFilters } from "./list/saved-filters";
import { CARDS, COLUMNS } from "./list/table-rows";
import { contactKeys, contactPage, contactSummary, exportContacts } from "./queries";
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

const TITLE = "Gerenciar Contatos";

/** Hides labels on screens on which the actions would take a second row, beside the menu. */
const WIDE_LABEL = "lg:max-xl:sr-only";

/** Interval at which rows and counts are fetched again together, because contacts arrive and deadlines pass. */
const REFRESH_MS = 60_000;
/** The same, while a listed reply is queued. */
const DELIVERY_MS = 10_000;

const CAPTIONS = {
  late_first: "Contatos, os atrasados primeiro e depois do mais recente ao mais antigo",
  newest: "Contatos, do mais recente ao mais antigo",
};
const DEADLINE_CAPTION = "Contatos que aguardam resposta, o prazo mais próximo primeiro";

const PART: EmptyTexts = {
  icon: Inbox,
  title: "Nenhum contato aqui",
  text: "Nenhum contato está nesta situação agora.",
};

/** Texts for an empty view: which contacts it lists. */
const EMPTY: Readonly<Record<ContactListView, EmptyTexts>> = {
  all: {
    icon: Inbox,
    title: "Nenhum contato ainda",
    text: "Cada pedido enviado pelo formulário de contato aparece aqui na hora, com status Novo.",
    action: <SiteFormLink path={paths.contact} />,
  },
  waiting: {
    icon: Hourglass,
    title: "Ninguém espera resposta",
    text: "Quem escreve pelo site aparece aqui até que a resposta seja entregue.",
  },
  late: {
    icon: Hourglass,
    title: "Nada atrasado",
    text: "Todas as respostas prometidas estão dentro do prazo.",
  },
  mine: {
    icon: Inbox,
    title: "Nenhum contato seu",
    text: "Os contatos de que você cuida aparecem aqui. Com um contato aberto, a tecla a define o responsável.",
  },
  unassigned: PART,
  new: PART,
  next_steps: {
    icon: CalendarCheck,
    title: "Nenhum passo planejado",
    text: "Com um contato aberto, “Planejar” define o que fazer e quando. No dia, você recebe um lembrete por e-mail.",
  },
  spam: {
    icon: ShieldCheck,
    title: "Nada suspeito",
    text: "Envios com cara de robô são separados aqui em vez de apagados. Se um deles for de verdade, abra-o e marque “Não é spam”.",
  },
  trash: {
    ...EMPTY_TRASH,
    text: "Contatos excluídos ficam aqui por 30 dias e podem ser restaurados nesse prazo.",
  },
};

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
  useRefresh(isRefreshed);
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
            variant="primary"
            // Without the icon, it fits beside the layouts on a phone.
            className="max-sm:[&_svg]:hidden"
            onClick={() => onOpen("new")}
          >
            Novo contato
          </Button>
        </div>
      }
    >
      <div className={cn("shrink-0", isPaneOpen && "max-lg:hidden")}>
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
      tools={<Filters list={list} layout={layout} />}
      texts={{ one: "contato", many: "contatos", saysFound: true }}
      caption={captionOf(filter)}
      columns={isInbox ? INBOX_COLUMNS : COLUMNS}
      cards={isInbox ? INBOX_CARDS : CARDS}
      nameOf={({ name }) => name}
      hasKeys
      empty={EMPTY[filter.view]}
      nothingFound={{
        title: "Nenhum contato encontrado",
        text: "A busca olha nome, e-mail, empresa, telefone e mensagem, sem diferenciar acentos nem maiúsculas.",
        action: <ClearFilters list={list} />,
      }}
      bulk={{
        label: "Ações em massa",
        selected: ["selecionado", "selecionados"],
        actions: (ids, clear) => <BulkActions view={filter.view} ids={ids} onDone={clear} />,
      }}
      placeholder={isInbox ? <Placeholder /> : undefined}
    />
  );
}

function captionOf({ view, order }: ContactFilter): string {
  const isByDeadline = order === "late_first" && (view === "waiting" || view === "late");
  return isByDeadline ? DEADLINE_CAPTION : CAPTIONS[order];
}

/** Fetches rows and counts again at the same time, while the page is visible. */
function useRefresh(isEnabled: boolean): void {
  const cache = useQueryClient();
  const refresh = useEffectEvent((elapsed: number) => {
    if (!isEnabled || document.visibilityState !== "visible") return;
    if (elapsed % REFRESH_MS !== 0 && !isAnyQueued(cache)) return;
    void cache.invalidateQueries({ queryKey: contactKeys.lists });
    void cache.invalidateQueries({ queryKey: contactKeys.board });
    void cache.invalidateQueries({ queryKey: contactKeys.summary });
  });
  useEffect(() => {
    let elapsed = 0;
    const timer = setInterval(() => refresh((elapsed += DELIVERY_MS)), DELIVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

/** Returns whether a reply to a listed contact is queued. */
function isAnyQueued(cache: QueryClient): boolean {
  const pages = cache.getQueriesData<Page<Contact>>({ queryKey: contactKeys.lists, type: "active" });
  return pages.some(([, page]) => page?.items.some(({ delivery }) => delivery === "queued"));
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
    const value = summary?.[view];
    return view === "late" && value ? { value, tone: "danger" } : { value };
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

const KEYS: readonly (readonly [key: string, effect: string])[] = [
  ["j", "próximo da lista"],
  ["Enter", "abrir"],
  ["r", "responder por e-mail"],
  ["w", "escrever pelo WhatsApp"],
  ["n", "anotar"],
  ["a", "definir o responsável"],
  ["e", "arquivar"],
  ["c", "novo contato"],
  ["?", "ver todos os atalhos"],
];

/** Beside the list while no contact is open. */
function Placeholder() {
  const [areEnabled] = useShortcutsEnabled();
  return (
    <div className="grid h-full content-center">
      <EmptyState icon={MessagesSquare} title="Escolha um contato">
        A conversa e a resposta aparecem aqui.
      </EmptyState>
      {areEnabled && (
        <dl className="text-muted mx-auto -mt-8 grid w-fit grid-cols-[auto_auto] gap-x-3 gap-y-1.5 text-sm">
          {KEYS.map(([key, effect]) => (
            <div key={key} className="contents">
              <dt className="justify-self-end">
                <Kbd>{key}</Kbd>
              </dt>
              <dd>{effect}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
