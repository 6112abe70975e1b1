/** Posts as versioned records: the calls to the server, and the comparison of typed fields with saved ones. */
import { api } from "@/api/client";
import type { Post } from "@/api/types";
import { ifMatch, type Versioned, versioned } from "@/api/versioned";
import {
  BLANK,
  type FieldName,
  fieldsOf,
  inputOf,
  LABELS,
  type PostFormFields,
  REQUIRED,
  SCHEDULE,
  textOf,
  withShownDates,
} from "@/features/blog/panel/fields";
import { findLatest, findPost } from "@/features/blog/panel/queries";
import { changedFields, pick, type RecordKind, recordOf } from "@/panel/edit/record-fields";
import type { VersionedRecord } from "@/panel/edit/versioned-record";

/** Returns the rules by which posts are compared and saved. The server ignores the schedule of an autosave. */
function postKind(isAutosave: boolean): RecordKind<Post, PostFormFields> {
  const query = isAutosave ? { autosave: true } : {};
  return {
    key: "post",
    thisOne: "este post",
    labels: LABELS,
    fieldsOf,
    textOf,
    find: findPost,
    update: (id, change, etag) => {
      const params = { path: { id }, ...ifMatch(etag), query };
      return versioned<Post>(api.PUT("/api/blog/{id}", { params, body: inputOf(change) }));
    },
    lastSaver: ({ id }) => findLatest(id),
  };
}

/** Returns how posts are read, merged and written. Dates whose fields are hidden count as empty. */
export function postRecord(isAutosave: boolean): VersionedRecord<Post, PostFormFields> {
  const record = recordOf(postKind(isAutosave));
  return {
    ...record,
    write: (base, draft) => record.write(base, withShownDates(draft)),
    merge: (base, mine, theirs) => record.merge(base, withShownDates(mine), theirs),
  };
}

export const POST = postKind(false);

/** Creates a post once per idempotency key. A repeated request returns the existing post. */
export function createPost(
  fields: Partial<PostFormFields>,
  isAutosave: boolean,
  key: string,
): Promise<Versioned<Post>> {
  const params = { query: isAutosave ? { autosave: true } : {}, header: { "Idempotency-Key": key } };
  return versioned<Post>(api.POST("/api/blog", { params, body: inputOf(fields) }));
}

/** The saved version of a post; null for a new one. */
export type Base = Versioned<Post> | null;

export const baseFields = (base: Base): PostFormFields => (base ? fieldsOf(base.value) : BLANK);

export function isChanged(base: Base, fields: PostFormFields): boolean {
  return changesOf(base, fields).length > 0;
}

/** Returns whether the schedule differs. An autosave doesn't save it. */
export function isScheduleChanged(base: Base, fields: PostFormFields): boolean {
  return changesOf(base, fields).some((name) => SCHEDULE.includes(name));
}

/** Returns the changed fields. The author of a new post is prefilled, so it isn't a change. */
const changesOf = (base: Base, fields: PostFormFields) =>
  changedFields(POST, base ? baseFields(base) : { ...BLANK, author: fields.author }, withShownDates(fields));

/** Returns the typed fields with the saved schedule. */
export function withoutSchedule(base: Base, fields: PostFormFields): PostFormFields {
  return { ...fields, ...pick(baseFields(base), [...SCHEDULE]) };
}

/** Returns whether a saved post is a draft without a schedule, which is saved automatically. */
export function isDraft(base: Base): boolean {
  return base !== null && !base.value.is_published && base.value.publish_at === null;
}

/**
 * Returns whether to save automatically: only changed drafts with all required fields. Visitors see other posts, or will
 * see them at a scheduled time.
 */
export function isAutosavable(base: Base, fields: PostFormFields): boolean {
  if (base && !isDraft(base)) return false;
  return missing(fields).length === 0 && isChanged(base, withoutSchedule(base, fields));
}

/** Returns the required fields that are empty. */
export function missing(fields: PostFormFields): FieldName[] {
  return REQUIRED.filter((name) => textOf(fields, name) === "");
}

/**
 * Returns the fields to show after `sent` was saved as `after`. Fields that were changed since they were sent keep the typed
 * values. All others get the saved values.
 */
export function rebased(after: Versioned<Post>, sent: PostFormFields, typed: PostFormFields): PostFormFields {
  const saved = fieldsOf(after.value);
  const changedSince = changedFields(POST, sent, typed);
  // A difference without effect, such as a space at the end, isn't a change, so it stays in the form.
  const taken = changedFields(POST, typed, saved).filter((name) => !changedSince.includes(name));
  return { ...typed, ...pick(saved, taken) };
}
