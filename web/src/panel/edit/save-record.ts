/** Saves what somebody has made of a record, and finds out what to do when somebody else was faster. */
import type { Opened } from "@/lib/opened";
import type { Editable, Stored } from "./editable";
import { changedFields, clashes, pick } from "./merge";
import { savedBy } from "./saved-by";

/** A record as it was opened, and what somebody has made of it. */
export interface Edit<Value, Fields> {
  base: Opened<Value>;
  mine: Fields;
}

export interface Saved<Value> {
  status: "saved";
  opened: Opened<Value>;
  /** Somebody else's changes to other fields are in it too. */
  isMerged: boolean;
}

export interface Conflict<Value, Fields> {
  status: "conflict";
  /** As it is by now. */
  theirs: Opened<Value>;
  /** The fields that both have changed. */
  fields: (keyof Fields & string)[];
  /** 'Ana às 13:05' */
  savedBy: string;
}

export type Outcome<Value, Fields> = Saved<Value> | Conflict<Value, Fields>;

/** Only what differs from `base` is sent: what somebody else has written in other fields stays. */
export async function saveRecord<Value extends Stored, Fields extends object>(
  kind: Editable<Value, Fields>,
  { base, mine }: Edit<Value, Fields>,
  isMerged = false,
): Promise<Outcome<Value, Fields>> {
  const before = kind.fieldsOf(base.value);
  const change = pick(mine, changedFields(kind, before, mine));
  try {
    const opened = await kind.update(base.value.id, change, base.etag);
    return { status: "saved", opened, isMerged };
  } catch (error) {
    if (!isStale(error)) throw error;
  }
  const theirs = await kind.find(base.value.id);
  const now = kind.fieldsOf(theirs.value);
  const fields = clashes(kind, before, mine, now);
  if (fields.length > 0) {
    return { status: "conflict", theirs, fields, savedBy: await saverOf(kind, theirs.value) };
  }
  const hasOthers = isMerged || changedFields(kind, before, now).length > 0;
  return saveRecord(kind, { base: theirs, mine: { ...now, ...change } }, hasOthers);
}

/** That nobody can say who it was keeps nobody from choosing. */
async function saverOf<Value extends Stored, Fields extends object>(
  kind: Editable<Value, Fields>,
  { id, updated_at }: Value,
): Promise<string> {
  const saver = await kind.lastChange(id).catch(() => undefined);
  return savedBy(saver ?? { saved_by: null, saved_at: updated_at });
}

/** What to tell whoever saved it. */
export function savedText(isMerged: boolean, name: string): string {
  return isMerged ? "O que outra pessoa salvou em outros campos foi mantido." : name;
}

/** Somebody else has changed it meanwhile. */
export function isStale(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 412;
}
