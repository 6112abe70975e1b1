/** Names for the items of a list that have none, so that each keeps its place on the screen when others move. */
import { useState } from "react";

import { moved } from "@/panel/list/reorder";

interface Keys {
  keys: readonly string[];
  move: (from: number, to: number) => void;
  remove: (index: number) => void;
  insert: (index: number) => void;
}

export function useKeys(count: number): Keys {
  const [keys, setKeys] = useState(() => fresh(count));
  // Somebody else has made the list longer or shorter.
  const shown = keys.length === count ? keys : [...keys.slice(0, count), ...fresh(count - keys.length)];
  if (shown !== keys) setKeys(shown);
  return {
    keys: shown,
    move: (from, to) => setKeys(moved(shown, from, to)),
    remove: (index) => setKeys(shown.filter((_, place) => place !== index)),
    insert: (index) => setKeys((known) => known.toSpliced(index, 0, ...fresh(1))),
  };
}

let last = 0;

function fresh(count: number): string[] {
  return Array.from({ length: Math.max(0, count) }, () => String((last += 1)));
}
