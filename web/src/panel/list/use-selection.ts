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
  const [picked, setPicked] = useState<readonly string[]>([]);
  const ids = shown.filter((id) => picked.includes(id));
  if (ids.length < picked.length) setPicked(ids);
  const isAll = ids.length > 0 && ids.length === shown.length;
  return {
    ids,
    isAll,
    has: (id) => ids.includes(id),
    toggle: (id) => setPicked(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]),
    toggleAll: () => setPicked(isAll ? [] : shown),
    clear: () => setPicked([]),
  };
}
