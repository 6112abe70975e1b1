/** Compares the text in the editor with the saved one. */
import type { Post } from "@/api/types";
import type { Versioned } from "@/lib/versioned";
import { changedFields, pick } from "@/panel/edit/record-fields";
import {
  BLANK,
  type FieldName,
  fieldsOf,
  PLAN,
  plain,
  type PostFields,
  REQUIRED,
  withShownDates,
} from "./post-fields";
import { POST } from "./post-record";

export type Base = Versioned<Post> | null;

export const baseFields = (base: Base): PostFields => (base ? fieldsOf(base.value) : BLANK);

export function isChanged(base: Base, fields: PostFields): boolean {
  return changesOf(base, fields).length > 0;
}

/** Whether a field differs that is never saved automatically. */
export function isPlanChanged(base: Base, fields: PostFields): boolean {
  return changesOf(base, fields).some((name) => PLAN.includes(name));
}

/** The author of a new post is prefilled, so it doesn't count as a change. */
const changesOf = (base: Base, fields: PostFields) =>
  changedFields(POST, base ? baseFields(base) : { ...BLANK, author: fields.author }, withShownDates(fields));

/** Returns the typed text with the saved publication dates. */
export function withoutPlan(base: Base, fields: PostFields): PostFields {
  return { ...fields, ...pick(baseFields(base), [...PLAN]) };
}

/** Whether there is something to save automatically. Only drafts are: visitors would see the others. */
export function isAutosavable(base: Base, fields: PostFields): boolean {
  if (base && (base.value.is_published || base.value.publish_at !== null)) return false;
  return missing(fields).length === 0 && isChanged(base, withoutPlan(base, fields));
}

export function missing(fields: PostFields): FieldName[] {
  return REQUIRED.filter((name) => plain(fields, name) === "");
}

/**
 * Returns the fields after `sent` was saved as `after`: those that were sent, or unchanged, have the saved values; those
 * typed since stay.
 */
export function rebased(
  before: Base,
  after: Versioned<Post>,
  sent: PostFields,
  typed: PostFields,
): PostFields {
  const [old, now] = [baseFields(before), fieldsOf(after.value)];
  const settled = (Object.keys(now) as FieldName[]).filter((name) => {
    const isTypedOn = typed[name] !== sent[name];
    if (!isTypedOn) return plain(typed, name) !== plain(now, name);
    return plain(typed, name) === plain(old, name);
  });
  return { ...typed, ...pick(now, settled) };
}
