/** Actions on the selected rows. The bar floats over the bottom of the screen, so that no row moves when it appears. */
import { type LucideIcon, X } from "lucide-react";
import { type ReactNode, useRef } from "react";

import { Button } from "@/panel/controls/button";
import { formatCount } from "@/panel/format";
import { useEscape } from "@/panel/shortcuts";
import { focusRow, neighborRow } from "./focus-row";

/** Label of the controls that select all rows of the page. */
export const SELECT_PAGE = "Selecionar a página";

export interface Selection {
  ids: string[];
  /** Whether all rows of the page are selected. */
  isAll: boolean;
  selectAll: () => void;
  clear: () => void;
}

export interface Bulk {
  /** Accessible name of the bar. */
  label: string;
  /** Text after the count, for one row and for several: `["selecionado", "selecionados"]`. */
  selected: readonly [one: string, many: string];
  /** Renders the buttons. They call `clear` after an action, which also moves the focus out of the bar. */
  actions: (ids: string[], clear: () => void) => ReactNode;
}

export function BulkBar({ bulk, selection }: { bulk: Bulk; selection: Selection }) {
  const { ids, isAll, selectAll, clear } = selection;
  const bar = useRef<HTMLElement>(null);
  const clearAndRefocus = () => {
    const { activeElement, body } = document;
    // A dialog of the bar that has just closed may have left the focus nowhere.
    if (activeElement === body || bar.current?.contains(activeElement)) focusRow(neighborRow(ids));
    clear();
  };
  useEscape(clearAndRefocus, { isEnabled: ids.length > 0 });
  const count = ids.length > 0 ? formatCount(ids.length, ...bulk.selected) : "";
  return (
    <>
      <p role="status" className="sr-only">
        {count}
      </p>
      {ids.length > 0 && (
        <section
          ref={bar}
          aria-label={bulk.label}
          data-bulk-bar
          className="border-line bg-surface shadow-high fixed inset-x-2 bottom-2 z-40 mx-auto flex w-fit max-w-[calc(100vw-1rem)] items-start gap-2 rounded-lg border px-3 py-2 sm:bottom-4 lg:left-66 print:hidden"
        >
          <div className="flex min-w-0 flex-wrap items-center gap-2">
            <span className="text-sm font-medium" aria-hidden>
              {count}
            </span>
            <Button variant="ghost" size="sm" onClick={isAll ? clearAndRefocus : selectAll}>
              {isAll ? "Desmarcar todos" : SELECT_PAGE}
            </Button>
            <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
              <Actions bulk={bulk} ids={ids} clear={clearAndRefocus} />
            </div>
          </div>
          <Button
            variant="ghost"
            size="icon"
            className="ml-auto max-sm:absolute max-sm:top-2 max-sm:right-2"
            aria-label="Limpar seleção"
            onClick={clearAndRefocus}
          >
            <X aria-hidden />
          </Button>
        </section>
      )}
    </>
  );
}

/** A component, because `clear` reads a ref, which isn't allowed while `BulkBar` renders. */
function Actions({ bulk, ids, clear }: { bulk: Bulk; ids: string[]; clear: () => void }) {
  return bulk.actions(ids, clear);
}

interface BulkButtonProps {
  icon: LucideIcon;
  label: string;
  isDanger?: boolean;
  /** Whether an action is running. */
  busy: boolean;
  onClick: () => void;
}

/** A button of the bar. While the action of one button runs, all of them ignore clicks, without a spinner in each. */
export function BulkButton({ icon, label, isDanger = false, busy, onClick }: BulkButtonProps) {
  return (
    <Button
      size="sm"
      variant={isDanger ? "danger" : "secondary"}
      once
      icon={icon}
      aria-disabled={busy}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
