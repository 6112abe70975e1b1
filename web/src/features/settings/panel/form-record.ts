/** Treats the fields of a settings form, which may belong to several records, as one versioned record. */
import { ApiError } from "@/api/api-error";
import type { Versioned } from "@/api/versioned";
import { storedVersion } from "@/panel/edit/local-draft";
import { fieldRules, pick } from "@/panel/edit/record-fields";
import type { VersionedRecord } from "@/panel/edit/versioned-record";
import { findLatest, findRecord, updateRecord } from "./queries";
import { type FieldName, FIELDS, type RecordName, type Texts } from "./records";

/** The fields of one record that a form edits. */
export interface Part {
  name: RecordName;
  fields: readonly FieldName[];
}

/** The records of a form. */
export type Records = Partial<Record<RecordName, Versioned<Texts>>>;

/** Returns the form's values; fields of records that aren't loaded are empty. */
export function valuesOf(parts: readonly Part[], records: Records): Record<string, string> {
  const entries = parts.flatMap(({ name, fields }) =>
    fields.map((field) => [field, records[name]?.value[field] ?? ""] as const),
  );
  return Object.fromEntries(entries);
}

/**
 * Parses the base of a local draft: the records that the draft changes. Returns null if one is missing. Earlier releases had
 * no outer `value`.
 */
export function storedRecords(parts: readonly Part[], base: unknown): Records | null {
  const stored = (storedVersion(base)?.value ?? base ?? {}) as Readonly<Record<string, unknown>>;
  const found = parts.map(({ name }) => [name, storedVersion(stored[name])] as const);
  if (found.some(([, version]) => version === null)) return null;
  return Object.fromEntries(found);
}

/** The server refused fields of at least one record. The other changed records are saved. */
export class RefusedFields extends Error {
  constructor(
    readonly refusals: readonly ApiError[],
    /** All records of the form; the saved ones in their new version. */
    readonly saved: Versioned<Records>,
    /** Whether at least one record was saved. */
    readonly isPartlySaved: boolean,
    /** Values for the form: the sent values, except in refused records, which have the values from before the save. */
    readonly accepted: Texts,
  ) {
    super("the server refused fields of the settings");
  }
}

/** Returns the parts of a form as one record. */
export function formRecord(parts: readonly Part[]): VersionedRecord<Records, Texts> {
  return {
    ...fieldRules(FIELDS),
    draftOf: (records) => valuesOf(parts, records),
    read: async () => {
      const found = parts.map(async ({ name }) => [name, await findRecord(name)] as const);
      return { value: Object.fromEntries(await Promise.all(found)), etag: null };
    },
    write: (base, draft) => writeParts(parts, base.value, draft),
    lastSaver: (_, [field]) => {
      const part = parts.find(({ fields }) => fields.some((name) => name === field));
      return part ? findLatest(part.name) : Promise.resolve(undefined);
    },
  };
}

/** Saves the changed records one after the other, also after a refusal, so that the user sees all refused fields at once. */
async function writeParts(parts: readonly Part[], base: Records, draft: Texts): Promise<Versioned<Records>> {
  const records = { ...base };
  const refusals: ApiError[] = [];
  const accepted: Record<string, string> = { ...draft };
  for (const { name, fields } of parts) {
    const before = base[name];
    if (!before) throw new Error(`the record ${name} was not loaded before saving`);
    const changed = fields.filter((field) => draft[field] !== (before.value[field] ?? ""));
    if (changed.length === 0) continue;
    try {
      records[name] = await updateRecord(name, pick(draft, changed) as Texts, before.etag);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 422) throw error;
      refusals.push(error);
      Object.assign(accepted, valuesOf([{ name, fields }], base));
    }
  }
  const saved = { value: records, etag: null };
  if (refusals.length === 0) return saved;
  const isPartlySaved = parts.some(({ name }) => records[name] !== base[name]);
  throw new RefusedFields(refusals, saved, isPartlySaved, accepted);
}
