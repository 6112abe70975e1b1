/** A list by keyboard: '/' to search, j and k (or the arrows, once in the list) from row to row. */
import type { RefObject } from "react";

import { useShortcuts } from "@/panel/shortcuts";

/** The link that covers a row. */
const LINKS = "a[data-row-link]";

export function useRowKeys(search: RefObject<HTMLInputElement | null>, enabled: boolean): void {
  useShortcuts(
    {
      "/": () => {
        search.current?.focus();
        search.current?.select();
      },
      j: () => move(1),
      k: () => move(-1),
      ArrowDown: () => currentLink() !== null && move(1),
      ArrowUp: () => currentLink() !== null && move(-1),
    },
    enabled,
  );
}

function move(step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLAnchorElement>(LINKS)];
  const current = currentLink();
  const next = current ? all[all.indexOf(current) + step] : all[0];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function currentLink(): HTMLAnchorElement | null {
  return document.activeElement?.closest("tr")?.querySelector<HTMLAnchorElement>(LINKS) ?? null;
}
