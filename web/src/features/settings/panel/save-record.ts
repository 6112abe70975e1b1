/** Saves what somebody has made of a record, and finds out what to do when somebody else was faster. */
import { ApiError } from "@/api/api-error";
import { savedBy } from "@/panel/edit/saved-by";
import { changedFields, clashes, pick } from "./merge";
import type { RecordName, Texts } from "./records";
import { findLatest, findRecord, type Opened, updateRecord } from "./settings-queries";

export interface Saved {
  status: "saved";
  opened: Opened;
  /** Somebody else's changes to other fields are in it too. */
  isMerged: boolean;
}

export interface Conflict {
  status: "conflict";
  name: RecordName;
  /** As it is by now. */
  theirs: Opened;
  /** The fields that both have changed. */
  fields: string[];
  /** 'Ana às 13:05' */
  savedBy: string;
}

/** Only what differs from `base` is sent: what somebody else has written in other fields stays. */
export async function saveRecord(
  name: RecordName,
  base: Opened,
  mine: Texts,
  isMerged = false,
): Promise<Saved | Conflict> {
  const changed = changedFields(pick(base.document, Object.keys(mine)), mine);
  if (changed.length === 0) return { status: "saved", opened: base, isMerged };
  try {
    const opened = await updateRecord(name, pick(mine, changed), base.etag);
    return { status: "saved", opened, isMerged };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) throw error;
  }
  const theirs = await findRecord(name);
  const fields = clashes(base.document, mine, theirs.document);
  if (fields.length > 0) return { status: "conflict", name, theirs, fields, savedBy: await saverOf(name) };
  return saveRecord(name, theirs, pick(mine, changed), true);
}

async function saverOf(name: RecordName): Promise<string> {
  return savedBy((await findLatest(name)) ?? { saved_by: null, saved_at: null });
}
