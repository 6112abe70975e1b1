/** The frame around the records of a list: their count, the pager, and an explanation if there are none. */
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { Navigate, NavigationType, useNavigationType } from "react-router";

import { cn } from "@/panel/cn";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { focusRow, listStart } from "./focus-row";
import type { AnyFilter } from "./list-codec";
import { correctTotal, Pager } from "./pager";
import { ShortcutsHint, useRowKeys } from "./row-keys";
import { describeFound, describeTotal } from "./search-coverage";
import type { ListState } from "./use-list-state";
import type { Records } from "./use-records";

interface ListTexts {
  /** One record and several: 'contato', 'contatos'. */
  one: string;
  many: string;
  /** Announced while loading; 'Carregando contatos…' by default. */
  loading?: string;
  /** Accessible name of the search; 'Buscar contatos' by default. */
  search?: string;
  /** Describes a filtered list as '3 contatos encontrados' instead of '3 contatos'. */
  saysFound?: boolean;
  /** The end of the text about a search that ended early, after 'entre os 2.000 '. */
  searchLimit?: string;
}

export interface ListFrameProps<Item, Filter extends AnyFilter> {
  list: ListState<Filter>;
  records: Records<Item>;
  texts: ListTexts;
  /** Shown instead of the records if there are none. */
  empty: ReactNode;
  /** Whether the hint about the list's keys is shown. */
  hasKeys?: boolean;
  /** Whether rows open a record, so that the hint names the key for it. True by default. */
  rowsOpen?: boolean;
  className?: string;
  children: ReactNode;
}

export function ListFrame<Item, Filter extends AnyFilter>(props: ListFrameProps<Item, Filter>) {
  const { list, texts, empty, hasKeys = false, rowsOpen = true, className, children } = props;
  const records = correctTotal(list, props.records);
  const start = usePageStart(list.filter.cursor);
  useFocusInPageBefore(records.items, list.filter.cursor);
  useRowKeys(list.isDialogClosed, {
    search: list.filter.search ?? "",
    areLoaded: records.items !== undefined && !records.isStale,
  });
  return (
    <>
      {records.isCursorInvalid && list.filter.cursor !== "" && !records.isStale && (
        <Navigate replace to={list.codec.url({ ...list.filter, cursor: "" })} />
      )}
      <div ref={start} className="@container mb-2 flex min-h-6 items-center justify-between gap-4">
        <p role="status" className="text-muted text-sm">
          {statusOf(records, texts, list.codec.isFiltered(list.filter))}
        </p>
        {hasKeys && <ShortcutsHint rowsOpen={rowsOpen} />}
      </div>
      <div className={cn("@container", className)}>
        {records.failure ? (
          <LoadingFailed {...records.failure} busy={records.isFetching} onRetry={records.retry} />
        ) : records.items?.length === 0 ? (
          empty
        ) : (
          children
        )}
      </div>
      <Pager list={list} records={records} />
    </>
  );
}

/** Returns a ref for the start of a list. It is scrolled into view with another page, unless the user goes back or forward. */
function usePageStart(cursor: string): RefObject<HTMLDivElement | null> {
  const start = useRef<HTMLDivElement>(null);
  const shown = useRef(cursor);
  const isPushed = useNavigationType() === NavigationType.Push;
  useEffect(() => {
    if (shown.current === cursor) return;
    shown.current = cursor;
    if (isPushed) start.current?.scrollIntoView({ block: "nearest" });
  }, [cursor, isPushed]);
  return start;
}

/** When the last page loses its rows and the focus with them, moves the focus to the page before as soon as that is shown. */
function useFocusInPageBefore(items: readonly unknown[] | undefined, cursor: string): void {
  const isLost = useRef(false);
  useLayoutEffect(() => {
    if (!items) return;
    if (items.length === 0) {
      if (cursor !== "" && document.activeElement === document.body) isLost.current = true;
      return;
    }
    // Meanwhile, the start of the list has the focus, unless the user has moved it.
    if (isLost.current && document.activeElement === listStart()) focusRow(undefined);
    isLost.current = false;
  }, [items, cursor]);
}

function statusOf(
  { items, failure, total, coverage }: Records<unknown>,
  texts: ListTexts,
  filtered: boolean,
) {
  if (failure) return "";
  if (!items) return texts.loading ?? `Carregando ${texts.many}…`;
  return filtered && texts.saysFound
    ? describeFound(total, coverage, texts.one, texts.many, texts.searchLimit)
    : describeTotal(total, coverage, texts.one, texts.many);
}
