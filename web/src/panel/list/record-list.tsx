/**
 * A list of records: a table if there is enough width, otherwise cards. Both are made of the same columns.
 *
 *     const list = useListState(CONTACTS);
 *     const records = useRecords(contactPage(list.filter));
 *     <RecordList list={list} records={records} columns={COLUMNS} cards={CARDS} … />
 *
 * Most screens use `ListPage`, which contains a `RecordList`.
 *
 * The table arranges the cells by the columns' widths. Narrower lists arrange them by grid templates, whose areas are
 * the columns' ids; a column without an area is hidden. The order of the cells, which screen readers follow, is the same.
 *
 * Lists that staff reorder use `ReorderList` instead: menu, footer and services.
 */
import "./record-table.css";

import {
  type DisplayColumnDef,
  type Row,
  type RowData,
  rowSelectionFeature,
  type RowSelectionState,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type ComponentProps, type CSSProperties, type ReactNode, useState } from "react";

import { cn } from "@/panel/cn";
import { Skeleton } from "@/panel/feedback/skeleton";
import { type Bulk, BulkBar, SELECT_PAGE } from "./bulk-bar";
import { focusNeighborRow, useFocusHandover } from "./focus-row";
import type { AnyFilter } from "./list-codec";
import { ListFrame, type ListFrameProps } from "./list-frame";

export interface ColumnMeta {
  /** Width of the column in the table, as CSS grid takes it. */
  width: string;
  className?: string;
  /** Shows the heading to screen readers only. */
  isHeadingHidden?: boolean;
}

const features = tableFeatures({ rowSelectionFeature, columnMeta: {} as ColumnMeta });

export type RecordColumn<Item extends RowData> = DisplayColumnDef<typeof features, Item>;

/** Returns a column whose cells are drawn from the record. */
export function column<Item extends RowData>(
  id: string,
  header: string,
  cell: (item: Item) => ReactNode,
  meta: ColumnMeta,
): RecordColumn<Item> {
  return { id, header, cell: ({ row }) => cell(row.original), meta };
}

/** CSS grid templates, such as `"name date" "message message" / 1fr auto`. */
export interface Cards {
  /** On a phone. */
  narrow: string;
  /** On a tablet; `narrow` by default. */
  medium?: string;
  /** Shows the table on large screens only, because it has many columns. */
  hasWideTable?: boolean;
  /** Never shows the table. */
  hasNoTable?: boolean;
  /** Whether rows are low on large screens, which have a mouse. */
  isDense?: boolean;
}

type TableProps<Item extends RowData> = {
  /** Describes the rows and their order. */
  caption: string;
  columns: readonly RecordColumn<Item>[];
  cards: Cards;
  idOf: (item: Item) => string;
  /** Name of a record for the check box of its row. */
  nameOf?: (item: Item) => string;
  bulk?: Bulk;
  /** Attributes of a row. */
  rowProps?: (item: Item) => ComponentProps<"tr"> & Record<`data-${string}`, string | undefined>;
};

type RecordListProps<Item extends RowData, Filter extends AnyFilter> = Omit<
  ListFrameProps<Item, Filter>,
  "children" | "className"
> &
  TableProps<Item>;

/** Class names of lists with the table, which differ in the width that the table needs. */
const ARRANGEMENTS = {
  table: {
    row: "@lines:[grid-template:var(--medium)] @table:[grid-template:var(--table)]",
    heading: "@max-table:sr-only",
    inCards: "@table:hidden",
    notInMedium: "@lines:@max-table:hidden",
  },
  wideTable: {
    row: "@lines:[grid-template:var(--medium)] @wide-table:[grid-template:var(--table)]",
    heading: "@max-wide-table:sr-only",
    inCards: "@wide-table:hidden",
    notInMedium: "@lines:@max-wide-table:hidden",
  },
  cards: {
    row: "@lines:[grid-template:var(--medium)]",
    heading: "sr-only",
    inCards: "",
    notInMedium: "@lines:hidden",
  },
};
const arrangementOf = ({ hasWideTable, hasNoTable }: Cards) =>
  ARRANGEMENTS[hasNoTable ? "cards" : hasWideTable ? "wideTable" : "table"];

const rowClass = (cards: Cards) => cn(arrangementOf(cards).row, cards.isDense && "lg:gap-y-0 lg:py-1.75");

const NO_ITEMS: never[] = [];
const PLACEHOLDERS = 10;

export function RecordList<Item extends RowData, Filter extends AnyFilter>(
  props: RecordListProps<Item, Filter>,
) {
  const { list, records, texts, empty, hasKeys, rowsOpen, bulk } = props;
  const { rows, selection, toggleAll } = useRows(props);
  return (
    <>
      {bulk && <BulkBar bulk={bulk} selection={selection} />}
      <ListFrame
        list={list}
        records={records}
        texts={texts}
        empty={empty}
        hasKeys={hasKeys ?? false}
        rowsOpen={rowsOpen ?? true}
        className={cn(
          "border-line bg-surface overflow-clip rounded-lg border",
          selection.ids.length > 0 && "mb-40 sm:mb-20",
        )}
      >
        <table
          className={cn("record-table record-list", records.isStale && "opacity-60")}
          style={templatesOf(props)}
          aria-busy={!records.items || records.isStale}
        >
          <caption className="sr-only">{props.caption}</caption>
          <Headings
            {...props}
            isAll={selection.isAll}
            isBarOpen={selection.ids.length > 0}
            isEmpty={rows.length === 0}
            onToggleAll={() => toggleAll(!selection.isAll)}
          />
          {records.items ? (
            <tbody>
              {rows.map((row) => (
                <RecordRow key={row.id} row={row} isSelected={row.getIsSelected()} {...props} />
              ))}
            </tbody>
          ) : (
            <Placeholders {...props} />
          )}
        </table>
      </ListFrame>
    </>
  );
}

/** The rows of the page, and which of them are selected. */
function useRows<Item extends RowData, Filter extends AnyFilter>(props: RecordListProps<Item, Filter>) {
  const { records, columns, idOf, bulk } = props;
  const { items = NO_ITEMS } = records;
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  // Rows that are no longer on the page are deselected, so that they come back without a selection.
  const hasLeft = (id: string) => !items.some((item) => idOf(item) === id);
  if (Object.keys(rowSelection).some(hasLeft)) {
    setRowSelection(Object.fromEntries(Object.entries(rowSelection).filter(([id]) => !hasLeft(id))));
  }
  const table = useTable({
    features,
    columns,
    data: items,
    getRowId: idOf,
    state: { rowSelection },
    onRowSelectionChange: setRowSelection,
    enableRowSelection: bulk !== undefined,
  });
  const rows = table.getRowModel().rows;
  const ids = rows.filter((row) => row.getIsSelected()).map(({ id }) => id);
  const isAll = ids.length > 0 && ids.length === rows.length;
  const toggleAll = (all: boolean) => table.toggleAllRowsSelected(all);
  const selection = { ids, isAll, selectAll: () => toggleAll(true), clear: () => toggleAll(false) };
  return { rows, selection, toggleAll };
}

interface HeadingsProps<Item extends RowData> extends TableProps<Item> {
  isAll: boolean;
  /** Whether the bar, which has a button with the same label, is open. */
  isBarOpen: boolean;
  isEmpty: boolean;
  onToggleAll: () => void;
}

function Headings<Item extends RowData>(props: HeadingsProps<Item>) {
  const { columns, cards, bulk, isAll, isBarOpen, isEmpty, onToggleAll } = props;
  const { heading, inCards } = arrangementOf(cards);
  return (
    <thead className={bulk ? undefined : heading}>
      <tr>
        {bulk && (
          <th scope="col" data-area="select" className="@lines:self-center">
            <label className="flex items-center gap-4 whitespace-nowrap">
              <input
                type="checkbox"
                aria-label={SELECT_PAGE}
                checked={isAll}
                disabled={isEmpty}
                onChange={onToggleAll}
              />
              {/* In the table, the other headings explain the column. */}
              <span className={cn(inCards, isBarOpen && "hidden")} aria-hidden>
                {SELECT_PAGE}
              </span>
            </label>
          </th>
        )}
        {columns.map((column) => (
          <th key={column.id} scope="col" className={bulk ? heading : undefined}>
            <span className={cn(column.meta?.isHeadingHidden && "sr-only")}>{String(column.header)}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface RecordRowProps<Item extends RowData> extends TableProps<Item> {
  row: Row<typeof features, Item>;
  isSelected: boolean;
}

function RecordRow<Item extends RowData>({ row, isSelected, ...props }: RecordRowProps<Item>) {
  const { bulk, nameOf, rowProps, cards } = props;
  const element = useFocusHandover<HTMLTableRowElement>(() => focusNeighborRow(row.id));
  return (
    <tr
      ref={element}
      className={rowClass(cards)}
      data-selected={isSelected || undefined}
      {...rowProps?.(row.original)}
    >
      {bulk && (
        <td data-area="select" className="@lines:self-center">
          <input
            type="checkbox"
            aria-label={`Selecionar ${nameOf?.(row.original) ?? row.id}`}
            checked={isSelected}
            onChange={row.getToggleSelectedHandler()}
          />
        </td>
      )}
      {row.getAllCells().map((cell) => {
        const { columnDef } = cell.column;
        return (
          <td
            key={cell.id}
            data-area={columnDef.id}
            className={cn(areaClass(cards, columnDef), columnDef.meta?.className)}
            style={{ gridArea: columnDef.id }}
          >
            {typeof columnDef.cell === "function" ? columnDef.cell(cell.getContext()) : columnDef.cell}
          </td>
        );
      })}
    </tr>
  );
}

function Placeholders<Item extends RowData>({ columns, cards, bulk }: TableProps<Item>) {
  return (
    <tbody>
      {Array.from({ length: PLACEHOLDERS }, (_, index) => (
        <tr key={index} className={rowClass(cards)} aria-hidden>
          {bulk && <td data-area="select" />}
          {columns.map((column) => (
            <td
              key={column.id}
              className={cn(areaClass(cards, column), column.meta?.className)}
              style={{ gridArea: column.id }}
            >
              {/* Buttons make rows higher than text does. */}
              {column.id === "actions" ? <span className="block h-8" /> : <Skeleton className="w-3/4" />}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** Returns the grid templates as custom properties, for record-table.css and the class names of the rows. */
function templatesOf<Item extends RowData>({ columns, cards, bulk }: TableProps<Item>): CSSProperties {
  const areas = columns.map(({ id }) => id);
  const widths = columns.map(({ meta }) => meta?.width ?? "1fr");
  if (bulk) {
    areas.unshift("select");
    widths.unshift("1.25rem");
  }
  const templates: Record<`--${string}`, string> = {
    "--narrow": cards.narrow,
    "--medium": cards.medium ?? cards.narrow,
    "--table": `"${areas.join(" ")}" auto / ${widths.join(" ")}`,
  };
  return templates;
}

/** Returns the class names that hide a column in the arrangements that have no area for it. */
function areaClass(cards: Cards, { id }: { id?: string }): string {
  const { narrow, medium = narrow } = cards;
  const isIn = (template: string) => new RegExp(`\\b${id}\\b`).test(template);
  return cn(!isIn(narrow) && "@max-lines:hidden", !isIn(medium) && arrangementOf(cards).notInMedium);
}
