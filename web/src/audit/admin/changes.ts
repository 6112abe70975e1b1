/** What changed, field by field, ready to be laid side by side. */
import { diffWordsWithSpace } from "diff";

import type { AuditEvent } from "../../api/types";
import { fieldName, valueText } from "./words";

export interface Change {
  path: string;
  field: string;
  before: string;
  after: string;
}

export function changesOf({ before, after }: AuditEvent): Change[] {
  const paths = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const changes = [...paths].map((path) => ({
    path,
    field: fieldName(path),
    before: valueText(path, before?.[path]),
    after: valueText(path, after?.[path]),
  }));
  // A field that holds nothing is no news of a record that was made or deleted.
  return changes.filter((change) => change.before !== "" || change.after !== "");
}

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
