/** Which rows of the page somebody has picked. Those that leave the page are picked no longer. */
import { useState } from "react";

export interface Selection {
  ids: string[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** All of the page, or none when all are. */
  toggleAll: () => void;
  isAll: boolean;
  clear: () => void;
}

export function useSelection(shown: readonly string[]): Selection {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const ids = shown.filter((id) => picked.has(id));
  const isAll = ids.length > 0 && ids.length === shown.length;
  return {
    ids,
    isAll,
    has: (id) => picked.has(id),
    toggle: (id) => setPicked(picked.has(id) ? without(picked, id) : new Set(picked).add(id)),
    toggleAll: () => setPicked(isAll ? new Set() : new Set(shown)),
    clear: () => setPicked(new Set()),
  };
}

function without(picked: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...picked].filter((other) => other !== id));
}
