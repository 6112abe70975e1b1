/** The posts that are ticked, of those that are shown. */
import { useState } from "react";

import type { Post } from "../../api/types";

export interface Chosen {
  ids: readonly string[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  /** All that are shown, or none. */
  toggleAll: () => void;
  isAll: boolean;
  clear: () => void;
}

export function useChosen(posts: readonly Post[] = []): Chosen {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const ids = posts.map(({ id }) => id).filter((id) => ticked.has(id));
  // What leaves the page is chosen no longer, whatever takes it off: it may come back when nobody thinks of it.
  if (ids.length < ticked.size) setTicked(new Set(ids));
  const isAll = ids.length > 0 && ids.length === posts.length;
  return {
    ids,
    has: (id) => ticked.has(id),
    toggle: (id) => setTicked((before) => toggled(before, id)),
    toggleAll: () => setTicked(new Set(isAll ? [] : posts.map(({ id }) => id))),
    isAll,
    clear: () => setTicked(new Set()),
  };
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
}
