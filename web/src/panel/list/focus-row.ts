/** Moves the focus in a list when the focused row is removed. */
import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from "react";

const ROWS = "[data-record]";
const SEARCH = "main input[type=search]";

/** Focuses the row of a record. If it isn't listed, focuses the first row, else the search field, else the heading. */
export function focusRow(id: string | undefined): void {
  const all = rows();
  (all.find((row) => row.dataset["record"] === id) ?? all[0] ?? listStart())?.focus();
}

/** Returns the id of the record after these in the list, or else before them; undefined if these are all. */
export function neighborRow(ids: readonly string[]): string | undefined {
  const all = rows().map(({ dataset }) => dataset["record"] ?? "");
  const isLeaving = (id: string) => ids.includes(id);
  const index = all.findIndex(isLeaving);
  return all.slice(index + 1).find((id) => !isLeaving(id)) ?? all.slice(0, Math.max(index, 0)).at(-1);
}

/**
 * Focuses the row after a row that is being removed, or else before it. If all of these are removed with it, focuses the first row
 * that replaces them, else the start of the list.
 */
export function focusNeighborRow(id: string): void {
  const all = rows();
  const index = all.findIndex((row) => row.dataset["record"] === id);
  const neighbors = [...all.slice(index + 1), ...all.slice(0, Math.max(index, 0)).reverse()];
  const start = listStart();
  // After the change of the page, which may remove these rows and add others.
  queueMicrotask(() => {
    // Without the start of the list, the user has left the screen.
    if (document.activeElement !== document.body || !start?.isConnected) return;
    (neighbors.find(({ isConnected }) => isConnected) ?? rows()[0] ?? start).focus();
  });
}

/** Returns a ref for an element. When the element is removed with the focus in it, `handOver` moves the focus. */
export function useFocusHandover<Removed extends HTMLElement>(
  handOver: (element: Removed) => void,
): RefObject<Removed | null> {
  const ref = useRef<Removed>(null);
  const onRemoved = useEffectEvent(handOver);
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) onRemoved(element);
    };
  }, []);
  return ref;
}

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(ROWS)];
}

/** Returns the search field of the list, or the heading. */
export function listStart(): HTMLElement | null {
  return document.querySelector<HTMLElement>(SEARCH) ?? document.querySelector<HTMLElement>("h1");
}
