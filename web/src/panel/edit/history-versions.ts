/** Versions of a record as a list of them shows each. */
import type { Change } from "./change-table";

export interface HistoryVersion {
  version: number;
  /** Null of what was there before the history began. */
  saved_at: string | null;
  /** Null where nobody did, or nobody knows any more. */
  saved_by: string | null;
  restored_from: number | null;
  /** What this version changed; null where the one before isn't known. */
  changes: readonly Change[] | null;
  /** What bringing it back would change now; null of the current one. */
  back: readonly Change[] | null;
}

type Kept = Omit<HistoryVersion, "changes" | "back"> & { document: unknown };

/** `entries` come newest first; `changesBetween` says what an older document's successor made of it. */
export function historyVersions<Document>(
  entries: readonly Kept[],
  changesBetween: (older: Document, newer: Document) => readonly Change[],
): HistoryVersion[] {
  const document = (entry: Kept) => entry.document as Document;
  return entries.map((entry, index) => {
    const [before, current] = [entries[index + 1], entries[0]];
    const { version, saved_at, saved_by, restored_from } = entry;
    return {
      version,
      saved_at,
      saved_by,
      restored_from,
      // The last one shown has its predecessor on the next page, or none at all.
      changes: before ? changesBetween(document(before), document(entry)) : null,
      back: index === 0 || !current ? null : changesBetween(document(current), document(entry)),
    };
  });
}
