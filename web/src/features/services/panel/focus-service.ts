/** Moves the focus on the screen of services when what had it goes away. */
import { focusWhenDrawn } from "@/panel/focus-when-drawn";

/** Puts the focus on a service's name, or on the way to a new one if it isn't there. */
export function focusService(id: string | undefined): void {
  const add = () => document.querySelector<HTMLElement>("[data-new-service]");
  const find = () => links().find((link) => link.dataset["service"] === id);
  focusWhenDrawn(id === undefined ? add : find, add);
}

/** The service that takes the place of one that is about to leave the screen. */
export function neighborOf(id: string): string | undefined {
  const all = links();
  const index = all.findIndex((link) => link.dataset["service"] === id);
  return (all[index + 1] ?? all[index - 1])?.dataset["service"];
}

function links(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-service]")];
}
