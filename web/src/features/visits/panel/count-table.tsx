import { type ReactNode, useState } from "react";

import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { Card } from "@/panel/controls/card";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatNumber } from "@/panel/format";

export interface CountRow {
  id: string;
  label: ReactNode;
  /** One count for each column. */
  counts: readonly number[];
}

export interface CountColumn {
  name: string;
  /** Shown instead of the name on phones. */
  short?: string;
}

interface CountTableProps {
  title: string;
  /** Heading of the first column. */
  item: string;
  /** The columns with counts. */
  columns: readonly CountColumn[];
  /** Undefined while the rows load. */
  rows: readonly CountRow[] | undefined;
  /** Shown instead of an empty table. */
  empty: string;
  /** Shown under the title. */
  note?: ReactNode;
  action?: ReactNode;
}

/** Number of rows that are shown before the table is expanded. */
const COLLAPSED_ROWS = 10;

/** A card with a table of counts. The bar behind a label shows the size of the row's first count. */
export function CountTable({ title, item, columns, rows, empty, note, action }: CountTableProps) {
  const [isExpanded, setExpanded] = useState(false);
  return (
    <Card title={title} action={action}>
      {note && <p className="text-muted -mt-1 mb-2 text-xs">{note}</p>}
      {!rows && <Skeleton className="h-32 w-full rounded-md" />}
      {rows?.length === 0 && <p className="text-muted text-sm">{empty}</p>}
      {rows && rows.length > 0 && (
        <>
          <Counts
            item={item}
            columns={columns}
            rows={isExpanded ? rows : rows.slice(0, COLLAPSED_ROWS)}
            caption={title}
          />
          {rows.length > COLLAPSED_ROWS && (
            <Button variant="ghost" size="sm" className="mt-2 w-fit" onClick={() => setExpanded(!isExpanded)}>
              {isExpanded ? "Mostrar menos" : `Mostrar os ${rows.length}`}
            </Button>
          )}
        </>
      )}
    </Card>
  );
}

interface CountsProps extends Pick<CountTableProps, "item" | "columns"> {
  rows: readonly CountRow[];
  caption: string;
}

function Counts({ item, columns, rows, caption }: CountsProps) {
  const largest = Math.max(1, ...rows.map(({ counts }) => counts[0] ?? 0));
  return (
    <table className="w-full text-left text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-muted text-xs">
        <tr>
          <th scope="col" className="py-1.5 font-medium">
            {item}
          </th>
          {columns.map(({ name, short = name }) => (
            <th key={name} scope="col" className="w-0 py-1.5 pl-3 text-right font-medium">
              <span className="max-sm:sr-only">{name}</span>
              <span className="sm:hidden" aria-hidden>
                {short}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, label, counts }) => (
          <tr key={id}>
            <th scope="row" className="relative py-1.5 pr-2 font-normal">
              <span
                aria-hidden
                className="bg-sunken absolute inset-y-0.5 left-0 rounded-sm"
                style={{ width: `${((counts[0] ?? 0) / largest) * 100}%` }}
              />
              <span className="relative block px-2 wrap-anywhere">{label}</span>
            </th>
            {counts.map((count, index) => (
              <td
                key={columns[index]?.name}
                className={cn("py-1.5 pl-3 text-right", count === 0 && "text-muted")}
              >
                {formatNumber(count)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
