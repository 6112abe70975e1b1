/**
 * Moves the focus when the element that had it is removed. A list of a kind has `data-kind`, in it the element that opens
 * a record has `data-record`; the button for a new record has `data-new`.
 */
import { focusWhenDrawn } from "@/panel/dialog/focus-when-drawn";

/** Focuses a record. If it isn't shown and nothing has the focus, focuses the button for a new one. */
export function focusRecord(id: string | undefined, kind: string): void {
  const add = () => document.querySelector<HTMLElement>(`[data-new="${kind}"]`);
  const find = () => recordsOf(kind).find((element) => element.dataset["record"] === id);
  focusWhenDrawn(id === undefined ? add : find, add);
}

/** Returns the id of the record after this one, or else of the one before it. */
export function neighborOf(id: string, kind: string): string | undefined {
  const all = recordsOf(kind);
  const index = all.findIndex((element) => element.dataset["record"] === id);
  return (all[index + 1] ?? all[index - 1])?.dataset["record"];
}

function recordsOf(kind: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-kind="${kind}"] [data-record]`)];
}
