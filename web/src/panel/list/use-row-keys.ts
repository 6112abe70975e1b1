/** Keyboard control of a list: '/' goes to the search field; j and k (or the arrows, once in the list) change the row. */
import { useShortcuts } from "@/panel/shortcuts";

/** The link or button that covers a row. */
const ROWS = "[data-row-link]";

export function useRowKeys(enabled: boolean): void {
  useShortcuts(
    {
      "/": focusSearch,
      j: () => move(1),
      k: () => move(-1),
      ArrowDown: () => currentRow() !== null && move(1),
      ArrowUp: () => currentRow() !== null && move(-1),
    },
    enabled,
  );
}

function focusSearch(): void {
  const search = document.querySelector<HTMLInputElement>("main input[type=search]");
  search?.focus();
  search?.select();
}

function move(step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const current = currentRow();
  const next = current ? all[all.indexOf(current) + step] : all[0];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function currentRow(): HTMLElement | null {
  return document.activeElement?.closest("tr, li")?.querySelector<HTMLElement>(ROWS) ?? null;
}
