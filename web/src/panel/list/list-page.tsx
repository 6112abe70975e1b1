/**
 * A list with its search, and an outlet for dialogs with their own address. The dialogs get the rows as outlet context.
 *
 *     const list = useListState(REDIRECTS);
 *     <ListPage list={list} query={redirectList} search="Endereço…" columns={COLUMNS} empty={{ … }} … />
 *
 * Tabs and notices are children of the screen, before the list. Filters are `tools` of the list. With `placeholder`, the record of
 * the outlet is shown in a pane beside the list.
 */
import type { RowData } from "@tanstack/react-table";
import { type LucideIcon, SearchX } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Outlet } from "react-router";

import { Button } from "@/panel/controls/button";
import { EmptyState } from "@/panel/feedback/empty-state";
import type { AnyFilter } from "./list-codec";
import { ListPanes } from "./list-panes";
import { clearFilters, clearLabel, ListToolbar } from "./list-toolbar";
import { RecordList } from "./record-list";
import type { ListState } from "./use-list-state";
import { type PageQuery, useRecords } from "./use-records";

/** Why a list is empty, and what to do about it. */
export interface EmptyTexts {
  icon?: LucideIcon;
  title: string;
  text: string;
  action?: ReactNode;
}

type Identified = RowData & { id?: string };

interface ListPageProps<Item extends Identified, Filter extends AnyFilter> extends Omit<
  ComponentProps<typeof RecordList<Item, Filter>>,
  "records" | "idOf" | "empty"
> {
  query: (filter: Filter) => PageQuery<Item, Filter>;
  /** Placeholder of the search field, which names the searched fields. Without it, the list has no search. */
  search?: string | undefined;
  /** Filters and further controls beside the search. */
  tools?: ReactNode;
  /** Whether the search gets narrower so that the tools fit in its line. */
  isCompact?: boolean;
  idOf?: (item: Item) => string;
  /** Shown if there are no records. */
  empty: EmptyTexts;
  /** Shown instead of `empty` while the list is filtered. */
  nothingFound?: EmptyTexts;
  /** Shows the open record in a pane beside the list, and this while none is open and the list has rows. */
  placeholder?: ReactNode;
}

const NOTHING_FOUND = { title: "Nada encontrado", text: "Confira o que está escrito, ou limpe a busca." };

export function ListPage<Item extends Identified, Filter extends AnyFilter>(
  props: ListPageProps<Item, Filter>,
) {
  const {
    query,
    search,
    tools,
    isCompact = false,
    empty,
    nothingFound = NOTHING_FOUND,
    placeholder,
    ...rest
  } = props;
  const isInPane = placeholder !== undefined;
  const isOpen = !rest.list.isDialogClosed;
  // A list beside the open record stays in use.
  const table = isInPane ? { ...rest, list: { ...rest.list, isDialogClosed: true } } : rest;
  const { list, texts } = table;
  const records = useRecords(query(list.filter));
  // An empty list has nothing to choose.
  const hasRows = records.items?.length !== 0 && !records.failure;
  const shown: EmptyTexts = list.codec.isFiltered(list.filter) ? nothingFound : empty;
  const opened = <Outlet context={records.items ?? []} />;
  const listed = (
    <>
      {search !== undefined && (
        <ListToolbar
          list={list}
          label={texts.search ?? `Buscar ${texts.many}`}
          placeholder={search}
          isCompact={isCompact}
        >
          {tools}
        </ListToolbar>
      )}
      <RecordList
        key={list.codec.partOf(list.filter)}
        idOf={({ id = "" }) => id}
        {...table}
        records={records}
        empty={
          <EmptyState icon={shown.icon ?? SearchX} title={shown.title} action={shown.action}>
            {shown.text}
          </EmptyState>
        }
      />
    </>
  );
  if (isInPane) {
    return (
      <ListPanes list={listed} isOpen={isOpen} placeholder={hasRows && placeholder}>
        {opened}
      </ListPanes>
    );
  }
  return (
    <>
      {listed}
      {opened}
    </>
  );
}

/** A button that removes the filters of a list. */
export function ClearFilters<Filter extends AnyFilter>({ list }: { list: ListState<Filter> }) {
  return <Button onClick={() => clearFilters(list)}>{clearLabel(list.codec)}</Button>;
}
