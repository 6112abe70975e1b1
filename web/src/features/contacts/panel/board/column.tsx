/** A column of the board: its number of contacts, the sum of their values, and its cards, page by page. */
import { useId } from "react";

import { CONTACT_STAGE_LABELS } from "@/api/labels";
import { formatSum } from "@/features/contacts/panel/stages/stages";
import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatTotal } from "@/panel/list/search-coverage";
import type { ColumnState } from "./board";
import { BoardCardItem, type CardControls } from "./board-card";
import type { CardDrag } from "./use-card-drag";

interface ColumnProps {
  column: ColumnState;
  /** Whether a narrow screen shows this column. */
  isShown: boolean;
  drag: CardDrag | null;
  /** Id of the text that explains the keys. */
  help: string;
  controls: CardControls;
  showsAllClosed: boolean;
  /** Shows or hides contacts with old outcomes; undefined in open stages. */
  onShowAllClosed: (() => void) | undefined;
}

export function Column(props: ColumnProps) {
  const { column, isShown, drag, help, controls } = props;
  const { stage, cards, isSearchedInPart, hasMore, isLoadingMore, loadMore } = column;
  const id = useId();
  const isTarget = drag?.over === stage && drag.card.stage !== stage;
  return (
    <section
      aria-labelledby={id}
      data-stage={stage}
      className={cn(
        "bg-sunken min-w-0 content-start gap-2 rounded-lg p-2 outline-offset-[-2px] @2xl:grid",
        isShown ? "grid" : "hidden",
        isTarget && "outline-accent outline-2",
      )}
    >
      <Heading id={id} column={column} />
      {cards ? (
        <ul aria-labelledby={id} className="grid min-h-16 content-start gap-2">
          {cards.map((card) => (
            <BoardCardItem
              key={card.id}
              card={card}
              isDragged={drag?.card.id === card.id}
              help={help}
              controls={controls}
            />
          ))}
        </ul>
      ) : (
        <Placeholder />
      )}
      {cards?.length === 0 && (
        <p className="text-muted px-2 pb-3 text-center text-xs">
          {isSearchedInPart
            ? "Nenhum entre os primeiros contatos desta etapa."
            : "Nenhum contato nesta etapa."}
        </p>
      )}
      {hasMore && (
        <Button size="sm" busy={isLoadingMore} onClick={loadMore}>
          Mostrar mais
        </Button>
      )}
      <ClosedPeriod {...props} />
    </section>
  );
}

/** Returns the number of contacts of a column, such as '10.000+'; undefined while it loads. */
export function formatCountOf({ totals, isSearchedInPart }: ColumnState): string | undefined {
  return totals && formatTotal(totals.count, { hasMore: totals.has_more && !isSearchedInPart });
}

function Heading({ id, column }: { id: string; column: ColumnState }) {
  const { stage, totals } = column;
  const count = formatCountOf(column);
  return (
    // As high with a sum as without, so that the first cards of all columns are in one row.
    <div className="grid content-start px-1 @2xl:min-h-10">
      {/* On narrow screens, it is the label of the pressed tab. */}
      <h2 id={id} className="text-sm font-semibold @max-2xl:sr-only">
        {CONTACT_STAGE_LABELS[stage]}
        {totals && (
          <span className="text-muted font-normal">
            {" "}
            <span aria-hidden>{count}</span>
            <span className="sr-only">
              ({count} {totals.count === 1 ? "contato" : "contatos"})
            </span>
          </span>
        )}
      </h2>
      {totals?.value_cents != null && totals.value_cents > 0 && (
        <p className="text-muted text-xs">
          <span className="sr-only">Soma dos valores: </span>
          {formatSum(totals.value_cents)}
        </p>
      )}
      {totals?.value_cents === null && totals.has_more && (
        <p className="text-muted text-xs">Sem soma: contatos demais</p>
      )}
    </div>
  );
}

function ClosedPeriod({ showsAllClosed, onShowAllClosed }: ColumnProps) {
  if (!onShowAllClosed) return null;
  return (
    <p className="text-muted px-1 text-xs">
      {showsAllClosed ? "Todos os fechados. " : "Fechados nos últimos 90 dias. "}
      <button
        type="button"
        className="hover:text-ink min-h-6 rounded-sm underline underline-offset-4"
        onClick={onShowAllClosed}
      >
        {showsAllClosed ? "Mostrar só 90 dias" : "Mostrar todos"}
      </button>
    </p>
  );
}

function Placeholder() {
  return (
    <div className="grid gap-2">
      {[0, 1, 2].map((index) => (
        <div
          key={index}
          className="bg-surface border-line grid h-24 content-start gap-2 rounded-lg border p-3"
        >
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
        </div>
      ))}
    </div>
  );
}
