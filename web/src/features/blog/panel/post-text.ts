/** What is in the editor over against what the server has. */
import type { Post } from "@/api/types";
import type { Opened } from "@/lib/opened";
import { changedFields, pick } from "@/panel/edit/merge";
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

export type Base = Opened<Post> | null;

export const baseFields = (base: Base): PostFields => (base ? fieldsOf(base.value) : BLANK);

export function isChanged(base: Base, fields: PostFields): boolean {
  return changesOf(base, fields).length > 0;
}

/** Has something been typed that is never saved by itself? */
export function isPlanChanged(base: Base, fields: PostFields): boolean {
  return changesOf(base, fields).some((name) => PLAN.includes(name));
}

/** The author of a new post is prefilled, so it doesn't count as a change. */
const changesOf = (base: Base, fields: PostFields) =>
  changedFields(POST, base ? baseFields(base) : { ...BLANK, author: fields.author }, withShownDates(fields));

/** The text as it is typed with the plan as it was saved. */
export function withoutPlan(base: Base, fields: PostFields): PostFields {
  return { ...fields, ...pick(baseFields(base), [...PLAN]) };
}

/** May the text be saved by itself, and is there anything to save? Only of a draft: the rest visitors would see. */
export function isAutosavable(base: Base, fields: PostFields): boolean {
  if (base && (base.value.is_published || base.value.publish_at !== null)) return false;
  return missing(fields).length === 0 && isChanged(base, withoutPlan(base, fields));
}

export function missing(fields: PostFields): FieldName[] {
  return REQUIRED.filter((name) => plain(fields, name) === "");
}

/**
 * The fields once `sent` has been saved as `after`: what is as it was sent, or as it was before, becomes what the server
 * has; what has been typed since stays.
 */
export function rebased(before: Base, after: Opened<Post>, sent: PostFields, typed: PostFields): PostFields {
  const [old, now] = [baseFields(before), fieldsOf(after.value)];
  const settled = (Object.keys(now) as FieldName[]).filter((name) => {
    const isTypedOn = typed[name] !== sent[name];
    if (!isTypedOn) return plain(typed, name) !== plain(now, name);
    return plain(typed, name) === plain(old, name);
  });
  return { ...typed, ...pick(now, settled) };
}
