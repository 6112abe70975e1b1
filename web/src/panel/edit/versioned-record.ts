/** Saves a record that several people may edit at once: merges their changes, and reports the fields that conflict. */
import { readSession } from "@/api/session";
import type { Versioned } from "@/api/versioned";
import { formatDate, formatDateTime, formatTime } from "@/panel/format";

/** How an editor reads, merges and writes a record. `Draft` is the part of `Value` that it edits. */
export interface VersionedRecord<Value, Draft> {
  draftOf: (value: Value) => Draft;
  isSame: (one: Draft, other: Draft) => boolean;
  /**
   * Returns `theirs` with the fields in which `mine` differs from `base`. A field that both have changed to different values has
   * the value of `mine` and is listed as a conflict.
   */
  merge: (base: Draft, mine: Draft, theirs: Draft) => Merged<Draft>;
  /**
   * Returns the draft to show after `sent` was saved as `saved`, while the input has become `typed`. By default, merges what
   * was typed since into `saved`.
   */
  rebase?: (saved: Versioned<Value>, sent: Draft, typed: Draft) => Draft;
  /** Returns `draft` with the values of `theirs` in the named fields. */
  take: (draft: Draft, theirs: Draft, names: readonly string[]) => Draft;
  /** Reads the current version of the record; `value` is any version of it. */
  read: (value: Value) => Promise<Versioned<Value>>;
  /** Saves `draft`. Fails with status 412 if the record no longer has the version of `base`. */
  write: (base: Versioned<Value>, draft: Draft) => Promise<Versioned<Value>>;
  /** Finds who saved the current version, `value`. `fields` are the names of the fields that conflict. */
  lastSaver: (value: Value, fields: readonly string[]) => Promise<Saver | undefined>;
}

/** How an editor reads and merges a record, without writing it. */
export type RecordReader<Value, Draft> = Omit<VersionedRecord<Value, Draft>, "write">;

export interface Merged<Draft> {
  draft: Draft;
  conflicts: readonly ConflictField[];
}

/** A field that two people have changed to different values. */
export interface ConflictField {
  name: string;
  /** Visible label. */
  label: string;
  /** Values as readable text. */
  mine: string;
  theirs: string;
}

/** A draft and the version it was made from. */
export interface Edit<Value, Draft> {
  base: Versioned<Value>;
  mine: Draft;
}

interface Saved<Value> {
  status: "saved";
  saved: Versioned<Value>;
  /** Whether the saved version includes another person's changes, which the sent draft lacked. */
  isMerged: boolean;
}

export interface Conflict<Value> {
  status: "conflict";
  /** The version on the server. */
  theirs: Versioned<Value>;
  fields: readonly ConflictField[];
  /** Person and time, such as 'Ana às 13:05'. */
  savedBy: string;
  /** Whether the user's own account saved it, in another window. The server identifies the person only by name. */
  isOwn: boolean;
}

export type Outcome<Value> = Saved<Value> | Conflict<Value>;

/** Writes the draft. If another version was saved first, merges the draft with it and tries again, unless fields conflict. */
export async function saveRecord<Value, Draft>(
  record: VersionedRecord<Value, Draft>,
  { base, mine }: Edit<Value, Draft>,
  isMerged = false,
): Promise<Outcome<Value>> {
  try {
    return { status: "saved", saved: await record.write(base, mine), isMerged };
  } catch (error) {
    if (!isStale(error)) throw error;
  }
  const theirs = await record.read(base.value);
  const before = record.draftOf(base.value);
  const now = record.draftOf(theirs.value);
  const { draft, conflicts } = record.merge(before, mine, now);
  if (conflicts.length > 0) {
    const names = conflicts.map(({ name }) => name);
    // The conflict can be resolved even if the person is unknown.
    const saver = await record.lastSaver(theirs.value, names).catch(() => undefined);
    const isOwn = Boolean(saver?.saved_by) && saver?.saved_by === readSession()?.user.full_name;
    return { status: "conflict", theirs, fields: conflicts, savedBy: savedBy(saver), isOwn };
  }
  // If the other version adds nothing to the draft, it is an earlier save of the same draft, whose answer was lost.
  return saveRecord(record, { base: theirs, mine: draft }, isMerged || !record.isSame(mine, draft));
}

/** Returns whether an error means that the record has changed since it was read. */
export function isStale(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 412;
}

/** Returns the text of the message after saving: that changes were merged, or else `name`. */
export function savedText(isMerged: boolean, name?: string): string | undefined {
  return isMerged ? "O que foi salvo em outros campos enquanto você editava foi mantido." : name;
}

/** Person and time of a save; null where unknown. */
export interface Saver {
  saved_by: string | null;
  saved_at: string | null;
}

/** Returns 'Ana às 13:05', or 'Ana em 19/11/2026, 13:05' if the day isn't today. */
export function savedBy(saver: Saver = { saved_by: null, saved_at: null }, now = new Date()): string {
  const { saved_by, saved_at } = saver;
  const who = saved_by ?? "outra pessoa";
  if (!saved_at) return who;
  const isToday = formatDate(saved_at) === formatDate(now.toISOString());
  return isToday ? `${who} às ${formatTime(saved_at)}` : `${who} em ${formatDateTime(saved_at)}`;
}
