/** A page as a versioned record, and its draft in the browser's storage. */
import type { PageForm, PageName } from "@/api/types";
import { deepEqual } from "@/lib/deep-equal";
import { readLocalDraft, storedVersion } from "@/panel/edit/local-draft";
import type { RecoveredDraft } from "@/panel/edit/use-versioned-record";
import type { VersionedRecord } from "@/panel/edit/versioned-record";
import { changedAt, type Json, valueAt } from "./json-path";
import { merge } from "./merge";
import { findLatest, findPage, updatePage, type VersionedPage } from "./queries";

export function pageRecordOf({ name, form }: PageForm): VersionedRecord<Json, Json> {
  return {
    draftOf: (document) => document,
    isSame: deepEqual,
    merge: (base, mine, theirs) => merge(form, base, mine, theirs),
    take: (draft, theirs, paths) =>
      paths.reduce((taken, path) => changedAt(taken, path, () => valueAt(theirs, path)), draft),
    read: () => findPage(name),
    write: (base, document) => updatePage(name, document, base.etag),
    lastSaver: () => findLatest(name),
  };
}

export const draftName = (name: PageName) => `page:${name}`;

/**
 * Reads a page's draft from the browser's storage, with the fields of the current release. Returns null if the draft is
 * missing, invalid or equal to `opened`.
 */
export function readPageDraft(name: PageName, opened: VersionedPage): RecoveredDraft<Json, Json> | null {
  const stored = readLocalDraft(draftName(name));
  const base = storedVersion(stored?.["base"]);
  // Earlier releases stored the fields as `draft`.
  const fields = stored?.["fields"] ?? stored?.["draft"];
  if (!stored || !base || fields === undefined) return null;
  const draft = withFieldsOf(opened.value, fields as Json);
  if (deepEqual(draft, opened.value)) return null;
  const value = withFieldsOf(opened.value, base.value as Json);
  return { draft, base: { value, etag: base.etag }, kept_at: stored.kept_at };
}

/** Returns the fields of `current`, at any depth outside of lists, with the values of `stored` where it has them. */
function withFieldsOf(current: Json, stored: Json): Json {
  if (!isObject(current) || !isObject(stored)) return stored;
  const fields = Object.entries(current).map(([name, value]) => {
    const own = stored[name];
    return [name, own === undefined ? value : withFieldsOf(value, own)] as const;
  });
  return Object.fromEntries(fields);
}

const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
