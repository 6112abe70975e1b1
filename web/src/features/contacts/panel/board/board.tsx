/**
 * The contacts as a board with a column for each stage. It has the filters and the search of the list. Cards are moved by dragging,
 * with their menu, or with Shift and the arrow keys. On narrow screens, one column is shown at a time.
 */
import { type InfiniteData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useState } from "react";
import { Outlet } from "react-router";

import { messageOf } from "@/api/api-error";
import { CONTACT_STAGE_LABELS } from "@/api/labels";
import type { Page } from "@/api/list-page";
import type { BoardColumn, Contact, ContactStage } from "@/api/types";
import { Filters } from "@/features/contacts/panel/list/filters";
import { type ContactFilter, CONTACTS } from "@/features/contacts/panel/record";
import { isClosed, neighborStage, STAGES } from "@/features/contacts/panel/stages/stages";
import { useStageMoves } from "@/features/contacts/panel/stages/use-stage-moves";
import { fold } from "@/lib/fold";
import { TextLink } from "@/panel/controls/text-link";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { ListToolbar } from "@/panel/list/list-toolbar";
import { useRowKeys } from "@/panel/list/row-keys";
import type { ListState } from "@/panel/list/use-list-state";
import type { CardControls } from "./board-card";
import { Column } from "./column";
import { ColumnTabs } from "./column-tabs";
import { focusMoved, focusNeighbor, focusRefused } from "./focus";
import { boardCards, boardTotals } from "./queries";
import { useCardDrag } from "./use-card-drag";

const SEARCHED_IN_PART =
  "Com uma ou duas letras, a busca olha só os primeiros contatos de cada etapa. Com três letras ou mais, vai até o fim.";

type Cards = InfiniteData<Page<Contact>>;

export interface ColumnState {
  stage: ContactStage;
  /** Undefined until they have loaded. */
  cards: Contact[] | undefined;
  /** Whether the cards belong to the previous filter, while those of the current one load. */
  isStale: boolean;
  totals: BoardColumn | undefined;
  /** Whether only the first contacts of the stage were searched. */
  isSearchedInPart: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  error: Error | null;
  retry: () => void;
}

export function Board({ list }: { list: ListState<ContactFilter> }) {
  const { filter, show } = list;
  const help = useId();
  const columns = useColumns(filter);
  const [shown, setShown] = useState<ContactStage>("new");
  const [announcement, announce] = useState("");
  const { move, dialog } = useStageMoves(({ contact, change }) => {
    if (!change.stage || change.stage === contact.stage) return;
    announce(`${contact.name} está em ${CONTACT_STAGE_LABELS[change.stage]}.`);
    focusMoved(contact);
  }, focusRefused);
  const moveCard = (card: Contact, stage: ContactStage) => move(card, stage, `"${card.version}"`);
  const { drag, grab } = useCardDrag(moveCard);
  useRowKeys(list.isDialogClosed, {
    search: filter.search,
    areLoaded: columns.every(({ cards, isStale }) => cards && !isStale),
  });
  const pressKey = (card: Contact, event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as -1 | 1 | undefined;
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const target = neighborStage(card.stage, step);
    if (!target) return;
    if (event.shiftKey) moveCard(card, target);
    else focusNeighbor(card, step);
  };
  const controls: CardControls = { grab, pressKey, move: moveCard };
  const failed = columns.find(({ error, cards }) => error && !cards);
  return (
    <>
      <ListToolbar
        isCompact
        list={list}
        label="Buscar contatos"
        placeholder="Nome, e-mail, empresa, telefone…"
      >
        <Filters list={list} layout="quadro" />
      </ListToolbar>
      <p role="status" className="text-muted text-sm not-empty:mb-3">
        {columns.some(({ isSearchedInPart }) => isSearchedInPart) && SEARCHED_IN_PART}
      </p>
      <ArchivedHint filter={filter} />
      {failed?.error ? (
        <LoadingFailed
          title="Erro ao carregar o quadro"
          reason={messageOf(failed.error)}
          busy={false}
          onRetry={() => columns.forEach(({ retry }) => retry())}
        />
      ) : (
        <div className="@container">
          <ColumnTabs columns={columns} shown={shown} onShow={setShown} />
          <div
            data-board
            className="fading-ends relative grid gap-3 pb-2 @2xl:grid-cols-[repeat(5,minmax(12rem,1fr))] @2xl:overflow-x-auto"
          >
            {columns.map((column) => (
              <Column
                key={column.stage}
                column={column}
                isShown={column.stage === shown}
                drag={drag}
                help={help}
                controls={controls}
                showsAllClosed={filter.closed === "all"}
                onShowAllClosed={
                  isClosed(column.stage)
                    ? () => show({ closed: filter.closed === "all" ? null : "all" })
                    : undefined
                }
              />
            ))}
          </div>
        </div>
      )}
      <p id={help} hidden>
        Shift e as setas para os lados movem o contato de etapa; as setas passam de um contato a outro.
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {drag && <Ghost name={drag.card.name} x={drag.x} y={drag.y} />}
      {dialog}
      <Outlet context={columns.flatMap(({ cards = [] }) => cards)} />
    </>
  );
}

/** Says where the archived contacts are, which the count of the tab includes. With a status in the filter, they are shown. */
export function ArchivedHint({ filter }: { filter: ContactFilter }) {
  if (filter.view !== "all" || filter.status !== null) return null;
  const archived = { ...filter, status: "archived", visao: "tabela", closed: null } as const;
  return (
    <p className="text-muted mb-2 text-xs">
      Arquivados não aparecem nas etapas em aberto.{" "}
      <span className="whitespace-nowrap">
        <TextLink to={CONTACTS.url(archived)}>Ver na tabela</TextLink>
      </span>
    </p>
  );
}

function useColumns(filter: ContactFilter): ColumnState[] {
  const { data: board } = useQuery(boardTotals(filter));
  const results = [
    useInfiniteQuery(boardCards(filter, "new")),
    useInfiniteQuery(boardCards(filter, "talking")),
    useInfiniteQuery(boardCards(filter, "proposal")),
    useInfiniteQuery(boardCards(filter, "won")),
    useInfiniteQuery(boardCards(filter, "lost")),
  ];
  return STAGES.map(({ value: stage }, index) => {
    const result = results[index];
    const totals = board?.columns.find((column) => column.stage === stage);
    return {
      stage,
      cards: cardsOf(result?.data),
      isStale: result?.isPlaceholderData ?? false,
      totals,
      isSearchedInPart: isSearchedInPart(filter.search, totals),
      hasMore: result?.hasNextPage ?? false,
      isLoadingMore: result?.isFetchingNextPage ?? false,
      loadMore: () => void result?.fetchNextPage(),
      error: result?.error ?? null,
      retry: () => void result?.refetch(),
    };
  });
}

/** Length from which a search reads whole columns. */
const FULL_SEARCH = 3;

export function isSearchedInPart(search: string, totals: BoardColumn | undefined): boolean {
  const { length } = fold(search);
  return totals?.has_more === true && length > 0 && length < FULL_SEARCH;
}

/** Returns the cards of all pages. A card that has moved while later pages were loaded is on two of them. */
function cardsOf(data: Cards | undefined): Contact[] | undefined {
  if (!data) return undefined;
  const cards = new Map(data.pages.flatMap(({ items }) => items.map((card) => [card.id, card])));
  return [...cards.values()];
}

/** The dragged card under the pointer. */
function Ghost({ name, x, y }: { name: string; x: number; y: number }) {
  return (
    <div
      aria-hidden
      className="border-line bg-surface shadow-high outline-focus pointer-events-none fixed top-0 left-0 z-50 w-52 truncate rounded-lg border px-3 py-2 text-sm font-medium outline-2"
      style={{ transform: `translate(${x - 24}px, ${y - 18}px)` }}
    >
      {name}
    </div>
  );
}
