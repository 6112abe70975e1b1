import { ChevronLeft, ChevronRight } from "lucide-react";
import { cloneElement, type ReactElement, type ReactNode } from "react";

import { Button } from "@/panel/controls/button";
import { formatNumber } from "@/panel/format";
import { formatTotal, type Reach, WHOLE } from "./search-coverage";
import type { ListState } from "./list-state";

interface PagerProps {
  /** Where the page before this one ended; empty on the first. */
  cursor: string;
  /** Where this one ends; null on the last. */
  next: string | null;
  /** How many rows this page has, a full one has, and there are in all. */
  shown: number;
  size: number;
  total: number;
  /** How far they were counted, where not all were. */
  reach?: Reach;
  /** The rows are still those of the page before. */
  isStale?: boolean;
  state: ListState;
  /** An empty link to the page after `cursor`, which remembers `state`. */
  linkTo: (cursor: string, state: ListState) => ReactElement<{ children?: ReactNode }>;
  /** Goes there by itself, for lists whose rows can go away: a last page without any gives way to the one before. */
  redirectTo?: (cursor: string, state: ListState) => ReactElement;
}

/** The way to the pages before and after. */
export function Pager(props: PagerProps) {
  const { cursor, next, shown, size, total, reach = WHOLE, isStale, state, linkTo, redirectTo } = props;
  const { trail } = state;
  if (next === null && cursor === "") return null;
  const before = [trail.at(-1) ?? "", { trail: trail.slice(0, -1) }] as const;
  if (redirectTo && next === null && shown === 0 && !isStale) return redirectTo(...before);
  const knowsWay = cursor === "" || trail.length > 0;
  const first = trail.length * size + 1;
  const back = cursor === "" ? null : linkTo(...before);
  return (
    <nav aria-label="Páginas" className="mt-3 flex flex-wrap items-center justify-end gap-2">
      <span className="text-muted mr-1 text-sm">
        {knowsWay &&
          `${formatNumber(first)}–${formatNumber(first + shown - 1)} de ${formatTotal(total, reach)}`}
      </span>
      <PageLink link={back}>
        <ChevronLeft aria-hidden />
        {knowsWay ? "Anteriores" : "Início"}
      </PageLink>
      <PageLink link={next === null ? null : linkTo(next, { trail: [...trail, cursor] })}>
        Próximos
        <ChevronRight aria-hidden />
      </PageLink>
    </nav>
  );
}

function PageLink({ link, children }: { link: ReactElement | null; children: ReactNode }) {
  if (link === null) return <Button disabled>{children}</Button>;
  return <Button asChild>{cloneElement(link, {}, children)}</Button>;
}
