/** Two texts laid side by side, word by word. */
import { diffWordsWithSpace } from "diff";

export interface Part {
  text: string;
  changed: boolean;
}

/** Each of two texts in parts: what it shares with the other, word by word, and what it doesn't. */
export function compare(before: string, after: string): [Part[], Part[]] {
  const parts = diffWordsWithSpace(before, after);
  // With no word in common everything is marked, and so nothing need be.
  const isAnother = !parts.some(({ added, removed, value }) => !added && !removed && value.trim() !== "");
  const side = (hidden: "added" | "removed"): Part[] =>
    parts
      .filter((part) => !part[hidden])
      .map(({ value, added, removed }) => ({ text: value, changed: (added || removed) && !isAnother }));
  return [side("added"), side("removed")];
}
