/**
 * Keyboard control of a list, and the hint that names the keys: '/' focuses the search field; j and k, or the arrows while
 * a row has the focus, move between rows without opening them; x selects the row with the focus.
 */
import { useLayoutEffect, useRef } from "react";

import { cn } from "@/panel/cn";
import { Kbd } from "@/panel/controls/kbd";
import { useShortcuts, useShortcutsEnabled } from "@/panel/shortcuts";
import { listStart } from "./focus-row";

/** Matches the element of a row that takes the focus: the row's link, or the button with the record's id unless it is dangerous. */
const ROWS = ":is(tr, li) :is([data-row-link], [data-record]:not([data-danger]))";

const OPEN_ROW = "[data-row-link][aria-current]";
const CHECK_BOX = "[data-area=select] input";

export function useRowKeys(enabled: boolean): void {
  useShortcuts(
    {
      "/": focusSearch,
      j: () => move(1),
      k: () => move(-1),
      ArrowDown: () => currentRow() !== null && move(1),
      ArrowUp: () => currentRow() !== null && move(-1),
      x: () => currentRow()?.closest("tr")?.querySelector<HTMLElement>(CHECK_BOX)?.click(),
    },
    { isEnabled: enabled },
  );
}

/** Returns whether x selects rows on this screen. On a screen without rows, it is unknown, so true. */
export function canSelectRows(): boolean {
  return document.querySelector(ROWS) === null || document.querySelector(CHECK_BOX) !== null;
}

function focusSearch(): void {
  const search = document.querySelector<HTMLInputElement>("main input[type=search]");
  search?.focus();
  search?.select();
}

function move(step: 1 | -1): void {
  const isShown = (row: HTMLElement) => row.closest("[hidden]") === null;
  const all = [...document.querySelectorAll<HTMLElement>(ROWS)].filter(isShown);
  // With the focus in the pane of the open record, the movement starts there.
  const current = currentRow() ?? document.querySelector<HTMLElement>(OPEN_ROW);
  const next = current ? all[all.indexOf(current) + step] : all[0];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

/** Returns the link or the button of the row with the focus. */
export function currentRow(): HTMLElement | null {
  return document.activeElement?.closest("tr, li")?.querySelector<HTMLElement>(ROWS) ?? null;
}

/**
 * The hint, on large screens only, which usually have a keyboard. A narrow list has space for the button that switches the
 * keys on again. `rowsOpen` is whether Enter opens the record of a row.
 */
export function ShortcutsHint({ rowsOpen }: { rowsOpen: boolean }) {
  const [areEnabled, setEnabled] = useShortcutsEnabled();
  const button = useRef<HTMLButtonElement>(null);
  // A narrow list hides the button once the keys are on.
  useLayoutEffect(() => {
    if (document.activeElement !== button.current || button.current?.offsetParent) return;
    (document.querySelector<HTMLElement>(OPEN_ROW) ?? listStart())?.focus();
  }, [areEnabled]);
  return (
    <div
      className={cn(
        "text-muted hidden items-center gap-x-4 gap-y-1 text-xs",
        areEnabled ? "lg:@lines:flex" : "lg:flex",
      )}
    >
      {areEnabled && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          <Hint keys={["/"]}>buscar</Hint>
          <Hint keys={["j", "k"]}>mover</Hint>
          {rowsOpen && <Hint keys={["Enter"]}>abrir</Hint>}
          <Hint keys={["Esc"]}>fechar</Hint>
        </ul>
      )}
      <button
        ref={button}
        type="button"
        className="decoration-line hover:text-ink min-h-6 rounded-sm underline underline-offset-4"
        onClick={() => setEnabled(!areEnabled)}
      >
        {areEnabled ? "Desligar atalhos de uma tecla" : "Ligar atalhos de uma tecla"}
      </button>
    </div>
  );
}

function Hint({ keys, children }: { keys: string[]; children: string }) {
  return (
    <li className="flex items-center gap-1">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {children}
    </li>
  );
}
