/**
 * Moves the focus when the focused element is removed. A list has the kind of its records as `data-kind`. In it, the element that
 * opens a record has the record's id as `data-record`. The button for a new record has the kind as `data-new`.
 */
import { focusWhenDrawn } from "@/panel/dialog/focus-when-drawn";

/** Focuses a record. If it isn't shown and nothing has the focus, focuses the button for a new record. */
export function focusRecord(id: string | undefined, kind: string): void {
  const add = () => document.querySelector<HTMLElement>(`[data-new="${kind}"]`);
  const find = () => recordsOf(kind).find((element) => element.dataset["record"] === id);
  focusWhenDrawn(id === undefined ? add : find, add);
}

/** Returns the id of the record after this one, or else of the one before it; undefined if it is the only one. */
export function neighborOf(id: string, kind: string): string | undefined {
  const all = recordsOf(kind);
  const index = all.findIndex((element) => element.dataset["record"] === id);
  return (all[index + 1] ?? all[index - 1])?.dataset["record"];
}

function recordsOf(kind: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-kind="${kind}"] [data-record]`)];
}
