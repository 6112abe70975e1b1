/** Optimistic changes of the board. */
import type { InfiniteData, QueryClient } from "@tanstack/react-query";

import type { Page } from "@/api/list-page";
import type { Board, Contact } from "@/api/types";
import type { Rollback } from "@/features/contacts/panel/cache";
import { contactKeys } from "@/features/contacts/panel/queries";
import { boardKeys } from "./queries";

type Cards = InfiniteData<Page<Contact>, string | null>;

/** Shows a contact in its column, at the top if it has moved there, and in the totals. Returns a function that rolls it back. */
export async function patchBoard(cache: QueryClient, contact: Contact): Promise<Rollback> {
  await cache.cancelQueries({ queryKey: contactKeys.board });
  const before = cache.getQueriesData({ queryKey: contactKeys.board });
  const former = findCard(cache, contact.id);
  if (former) {
    const card = { ...former, ...contact };
    for (const [key, data] of cache.getQueriesData<Cards>({ queryKey: boardKeys.cards })) {
      const stage = key[boardKeys.cards.length];
      if (data) cache.setQueryData<Cards>(key, withCard(data, card, stage === card.stage));
    }
    cache.setQueriesData<Board>(
      { queryKey: boardKeys.totals },
      (board) => board && recounted(board, former, card),
    );
  }
  return () => before.forEach(([key, data]) => cache.setQueryData(key, data));
}

function findCard(cache: QueryClient, id: string): Contact | undefined {
  for (const [, data] of cache.getQueriesData<Cards>({ queryKey: boardKeys.cards })) {
    const card = data?.pages.flatMap(({ items }) => items).find((card) => card.id === id);
    if (card) return card;
  }
  return undefined;
}

/** Returns the pages of a column with a card in its place, or on top if the column has just got it, or without it. */
function withCard(data: Cards, card: Contact, isInColumn: boolean): Cards {
  const isListed = data.pages.some(({ items }) => items.some(({ id }) => id === card.id));
  const pages = data.pages.map((page, index) => {
    if (!isInColumn) return { ...page, items: page.items.filter(({ id }) => id !== card.id) };
    if (isListed) return { ...page, items: page.items.map((item) => (item.id === card.id ? card : item)) };
    return index === 0 ? { ...page, items: [card, ...page.items] } : page;
  });
  return { ...data, pages };
}

function recounted({ columns }: Board, before: Contact, after: Contact): Board {
  const share = (card: Contact, stage: string) =>
    card.stage === stage ? { count: 1, value: card.value_cents ?? 0 } : { count: 0, value: 0 };
  return {
    columns: columns.map((column) => {
      const [lost, won] = [share(before, column.stage), share(after, column.stage)];
      return {
        ...column,
        count: column.count + won.count - lost.count,
        value_cents: column.value_cents === null ? null : column.value_cents + won.value - lost.value,
      };
    }),
  };
}
