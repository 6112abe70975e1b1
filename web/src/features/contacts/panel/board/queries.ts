/** Queries of the board: the totals of its columns, and the cards of each column, page by page. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import { type Page, pageOf } from "@/api/list-page";
import type { Contact, ContactStage } from "@/api/types";
import { contactKeys } from "@/features/contacts/panel/queries";
import { type ContactFilter, CONTACTS } from "@/features/contacts/panel/record";

/** Number of cards on a page of a column. */
const PAGE = 30;

/** Returns the parameters of the board: the filter of the list without its order and page. */
function paramsOf(filter: ContactFilter) {
  const { order, visao, cursor, closed } = CONTACTS.defaults;
  const query = CONTACTS.params({ ...filter, order, visao, cursor, closed });
  return { ...query, ...(filter.closed === "all" && { all_closed: true }) };
}

export const boardKeys = {
  totals: [...contactKeys.board, "totals"],
  cards: [...contactKeys.board, "cards"],
} as const;

export const boardTotals = (filter: ContactFilter) => {
  const query = paramsOf(filter);
  return queryOptions({
    queryKey: [...boardKeys.totals, query],
    queryFn: ({ signal }) => body(api.GET("/api/contacts/board", { params: { query }, signal })),
    placeholderData: keepPreviousData,
    meta: { errorTitle: "Erro ao carregar o quadro" },
  });
};

export const boardCards = (filter: ContactFilter, stage: ContactStage) => {
  const query = paramsOf(filter);
  return infiniteQueryOptions({
    queryKey: [...boardKeys.cards, stage, query],
    queryFn: async ({ pageParam, signal }): Promise<Page<Contact>> => {
      const page = { limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) };
      const { data, response } = await api.GET("/api/contacts/board/{stage}", {
        params: { path: { stage }, query: { ...query, ...page } },
        signal,
      });
      return pageOf(data ?? [], response);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    meta: { errorTitle: "Erro ao carregar o quadro" },
  });
};
