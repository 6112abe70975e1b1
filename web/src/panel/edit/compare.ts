/** Compares two texts word by word. */
import { diffWordsWithSpace } from "diff";

export interface Part {
  text: string;
  changed: boolean;
}

/** Splits both texts into parts that they share and parts that differ. */
export function compare(before: string, after: string): [Part[], Part[]] {
  const parts = diffWordsWithSpace(before, after);
  // Texts without a common word aren't marked, because the marks would cover all of both.
  const isUnrelated = !parts.some(({ added, removed, value }) => !added && !removed && value.trim() !== "");
  const side = (hidden: "added" | "removed"): Part[] =>
    parts
      .filter((part) => !part[hidden])
      .map(({ value, added, removed }) => ({ text: value, changed: (added || removed) && !isUnrelated }));
  return [side("added"), side("removed")];
}
