/** Moves the focus on the screen of the menu and the footer when what had it goes away. */
import { focusWhenDrawn } from "@/panel/focus-when-drawn";
import type { Kind, Named } from "./kind";

type Key = Kind<Named, object>["key"];

/** Puts the focus on the way to edit a record, or on the way to a new one if it isn't there. */
export function focusRecord(id: string | undefined, key: Key): void {
  const add = () => document.querySelector<HTMLElement>(`[data-new="${key}"]`);
  const find = () => buttons(key).find((button) => button.dataset["record"] === id);
  focusWhenDrawn(id === undefined ? add : find, add);
}

/** The record that takes the place of one that is about to leave the screen. */
export function neighborOf(id: string, key: Key): string | undefined {
  const all = buttons(key);
  const index = all.findIndex((button) => button.dataset["record"] === id);
  return (all[index + 1] ?? all[index - 1])?.dataset["record"];
}

function buttons(key: Key): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-kind="${key}"] [data-record]`)];
}
