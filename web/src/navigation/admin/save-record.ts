/** Saves what somebody has made of a record, and finds out what to do when somebody else was faster. */
import { ApiError } from "../../api/api-error";
import type { Kind, Named, Opened } from "./kind";
import { changedFields, clashes, pick } from "./merge";

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
}

/** Only what differs from `base` is sent: what somebody else has written in other fields stays. */
export async function saveRecord<Value extends Named, Fields extends object>(
  kind: Kind<Value, Fields>,
  base: Opened<Value>,
  mine: Fields,
  isMerged = false,
): Promise<Saved<Value> | Conflict<Value, Fields>> {
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
  if (fields.length > 0) return { status: "conflict", theirs, fields };
  return saveRecord(kind, theirs, { ...now, ...change }, true);
}

/** Somebody else has changed it meanwhile. */
export function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}
