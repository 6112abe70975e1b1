/** Moves the focus in the list of contacts, when what had it goes away. */
import { type RefObject, useLayoutEffect, useRef } from "react";

const LINKS = "a[data-contact]";
const SEARCH = "main input[type=search]";

/** Puts the focus on a contact of the list or, if it isn't there, on where the list begins. */
export function focusContact(id: string | undefined): void {
  const all = links();
  const link = all.find((candidate) => candidate.dataset["contact"] === id);
  (link ?? all[0] ?? search())?.focus();
}

/** Moves the focus from contacts that are about to leave the list to the one that takes their place. */
export function focusNeighbor(ids: readonly string[]): void {
  const all = links();
  const isLeaving = ({ dataset }: HTMLElement) => ids.includes(dataset["contact"] ?? "");
  const index = all.findIndex(isLeaving);
  const next = all.slice(index + 1).find((link) => !isLeaving(link));
  (next ?? all.slice(0, Math.max(index, 0)).at(-1) ?? search())?.focus();
}

/** For the row of a contact: hands the focus on when the row goes, whoever made it go. */
export function useFocusHandover(id: string): RefObject<HTMLTableRowElement | null> {
  const row = useRef<HTMLTableRowElement>(null);
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (element?.contains(document.activeElement)) focusNeighbor([id]);
    };
  }, [id]);
  return row;
}

function links(): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>(LINKS)];
}

function search(): HTMLElement | null {
  return document.querySelector<HTMLElement>(SEARCH);
}
