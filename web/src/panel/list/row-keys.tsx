/**
 * Keyboard control of a list, and the hint that names the keys: '/' focuses the search field, in which Enter or the arrow down
 * moves to the first result; j and k, or the arrows while a row has the focus, move between rows without opening them; x selects
 * the row with the focus.
 */
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";

import { cn } from "@/panel/cn";
import { Kbd } from "@/panel/controls/kbd";
import { useShortcuts, useShortcutsEnabled } from "@/panel/shortcuts";
import { listStart } from "./focus-row";

/** Matches the element of a row that takes the focus: the row's link, or the button with the record's id unless it is dangerous. */
const ROWS = ":is(tr, li) :is([data-row-link], [data-record]:not([data-danger]))";

const OPEN_ROW = "[data-row-link][aria-current]";
const CHECK_BOX = "[data-area=select] input";
const SEARCH = "main input[type=search]";

interface Results {
  /** The search to which the rows belong. */
  search: string;
  /** Whether the rows are shown. */
  areLoaded: boolean;
}

/** `results` is omitted for a list without search. */
export function useRowKeys(enabled: boolean, results?: Results): void {
  useFirstResult(enabled, results);
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
  const search = document.querySelector<HTMLInputElement>(SEARCH);
  search?.focus();
  search?.select();
}

/** Searches and focuses the first result on Enter or the arrow down in the search field, as soon as the results are shown. */
function useFirstResult(isEnabled: boolean, results?: Results): void {
  /** The search whose first result will get the focus. */
  const wanted = useRef<string | null>(null);
  const focusWanted = () => {
    if (!results?.areLoaded || wanted.current !== results.search) return;
    wanted.current = null;
    if (document.activeElement?.matches(SEARCH)) focusAt(shownRows()[0]);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, isComposing, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (!results || isComposing || !(target instanceof HTMLInputElement) || !target.matches(SEARCH)) return;
    wanted.current = null;
    if (!["Enter", "ArrowDown"].includes(key) || shiftKey || ctrlKey || altKey || metaKey) return;
    // Otherwise, Enter would also open the row that gets the focus.
    event.preventDefault();
    wanted.current = target.value.trim();
    if (wanted.current !== results.search) target.form?.requestSubmit();
    focusWanted();
  });
  useEffect(() => {
    if (!isEnabled) return;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isEnabled]);
  const onShown = useEffectEvent(focusWanted);
  useEffect(() => onShown(), [results?.search, results?.areLoaded]);
}

function move(step: 1 | -1): void {
  const all = shownRows();
  // With the focus in the pane of the open record, the movement starts there.
  const current = currentRow() ?? document.querySelector<HTMLElement>(OPEN_ROW);
  focusAt(current ? all[all.indexOf(current) + step] : all[0]);
}

/** Returns the elements of the rows that take the focus. A narrow board hides those of other columns. */
function shownRows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(ROWS)].filter((row) => row.offsetParent !== null);
}

function focusAt(row: HTMLElement | undefined): void {
  row?.focus();
  row?.scrollIntoView({ block: "nearest" });
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
