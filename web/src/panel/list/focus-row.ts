/** Moves the focus in a list when the row that has it leaves. */
import { type RefObject, useLayoutEffect, useRef } from "react";

const ROWS = "[data-record]";
const SEARCH = "main input[type=search]";

/** Focuses the row of a record or, if it isn't listed, the first row, the search field or the heading. */
export function focusRow(id: string | undefined): void {
  const all = rows();
  (all.find((row) => row.dataset["record"] === id) ?? all[0] ?? listStart())?.focus();
}

/** Returns the record after these in the list, or the one before them. */
export function neighborRow(ids: readonly string[]): string | undefined {
  const all = rows().map(({ dataset }) => dataset["record"] ?? "");
  const isLeaving = (id: string) => ids.includes(id);
  const index = all.findIndex(isLeaving);
  return all.slice(index + 1).find((id) => !isLeaving(id)) ?? all.slice(0, Math.max(index, 0)).at(-1);
}

/** Moves the focus from records that are about to leave the list to the one that takes their place. */
export function focusNeighborRow(ids: readonly string[]): void {
  const id = neighborRow(ids);
  (rows().find((row) => row.dataset["record"] === id) ?? listStart())?.focus();
}

/** For the row of a record: passes the focus on when the row is removed. */
export function useFocusHandover(id: string): RefObject<HTMLTableRowElement | null> {
  const row = useRef<HTMLTableRowElement>(null);
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (element?.contains(document.activeElement)) focusNeighborRow([id]);
    };
  }, [id]);
  return row;
}

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(ROWS)];
}

function listStart(): HTMLElement | null {
  return document.querySelector<HTMLElement>(SEARCH) ?? document.querySelector<HTMLElement>("h1");
}
