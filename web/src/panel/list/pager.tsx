import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link, Navigate } from "react-router";

import { Button } from "@/panel/controls/button";
import { formatNumber } from "@/panel/format";
import type { AnyFilter } from "./list-codec";
import { formatTotal } from "./search-coverage";
import type { ListState, Trail } from "./use-list-state";
import type { Records } from "./use-records";

type List<Filter extends AnyFilter> = Pick<ListState<Filter>, "codec" | "filter" | "state">;
type PagedRecords = Pick<Records<unknown>, "items" | "total" | "coverage" | "next" | "isStale">;

interface PagerProps<Filter extends AnyFilter> {
  list: List<Filter>;
  records: PagedRecords;
}

/** Returns the number of the first row of a page; null for a page that was opened by its address alone. */
function firstRow<Filter extends AnyFilter>({
  codec,
  filter,
  state: { trail },
}: List<Filter>): number | null {
  return filter.cursor === "" || trail.length > 0 ? trail.length * codec.size + 1 : null;
}

/** Corrects the total of records that were not all counted by the rows of their page: there are at least these, and no more on the last one. */
export function correctTotal<Filter extends AnyFilter, R extends PagedRecords>(
  list: List<Filter>,
  records: R,
): R {
  const { items, total, coverage, next, isStale } = records;
  const first = firstRow(list);
  if (!coverage.hasMore || !items?.length || isStale || first === null) return records;
  const last = first + items.length - 1;
  if (next === null) return { ...records, total: last, coverage: { ...coverage, hasMore: false } };
  return { ...records, total: Math.max(total, last) };
}

/** Links to the next and the previous page. A last page without rows redirects to the previous one. */
export function Pager<Filter extends AnyFilter>({ list, records }: PagerProps<Filter>) {
  const { codec, filter, state } = list;
  const { items, total, coverage, next, isStale } = records;
  const { trail } = state;
  if (!items || (next === null && filter.cursor === "")) return null;
  const urlOf = (cursor: string) => codec.url({ ...filter, cursor });
  const previousState: Trail = { trail: trail.slice(0, -1) };
  const previous = urlOf(trail.at(-1) ?? "");
  if (next === null && items.length === 0 && !isStale)
    return <Navigate replace to={previous} state={previousState} />;
  const first = firstRow(list);
  return (
    <nav aria-label="Páginas" className="mt-3 flex flex-wrap items-center justify-end gap-2">
      <span className="text-muted mr-1 text-sm">
        {first !== null &&
          `${formatNumber(first)}–${formatNumber(first + items.length - 1)} de ${formatTotal(total, coverage)}`}
      </span>
      <PageLink to={previous} state={previousState} disabled={filter.cursor === ""}>
        <ChevronLeft aria-hidden />
        {first === null ? "Início" : "Anteriores"}
      </PageLink>
      <PageLink
        to={urlOf(next ?? filter.cursor)}
        state={{ trail: [...trail, filter.cursor] }}
        disabled={next === null}
      >
        Próximos
        <ChevronRight aria-hidden />
      </PageLink>
    </nav>
  );
}

interface PageLinkProps {
  to: string;
  state: Trail;
  /** Whether there is no such page. The link is still rendered, so that it doesn't lose the focus. */
  disabled: boolean;
  children: ReactNode;
}

function PageLink({ to, state, disabled, children }: PageLinkProps) {
  return (
    <Button asChild aria-disabled={disabled || undefined}>
      <Link to={to} state={state} onClick={(event) => disabled && event.preventDefault()}>
        {children}
      </Link>
    </Button>
  );
}
