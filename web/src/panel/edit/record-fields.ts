/** Records edited field by field: which fields differ between two versions, and how two people's changes merge. */
import { ApiError } from "@/api/api-error";
import { isNotFound } from "@/api/error-checks";
import type { Versioned } from "@/api/versioned";
import type { Change } from "./change-table";
import type { RecordReader, Saver, VersionedRecord } from "./versioned-record";

type Name<Fields> = keyof Fields & string;

/** The fields of a kind of record. */
export interface FieldSet<Fields extends object> {
  /** Visible labels, in the order of the form. */
  labels: Readonly<Record<Name<Fields>, string>>;
  /** The field's value as readable text. */
  textOf: (fields: Fields, name: Name<Fields>) => string;
  /** Compared instead of the text if different values can have the same text. */
  keyOf?: (fields: Fields, name: Name<Fields>) => string;
}

/** A kind of record with an id, and how it is read. */
export interface ReadKind<Value extends { id: string }, Fields extends object> extends FieldSet<Fields> {
  /** Name of the kind, part of the keys of local drafts. */
  key: string;
  /** One record in a message, such as 'este serviço'. */
  thisOne: string;
  fieldsOf: (value: Value) => Fields;
  find: (id: string, signal?: AbortSignal) => Promise<Versioned<Value>>;
  lastSaver: (value: Value) => Promise<Saver | undefined>;
}

/** A kind of record that is saved by sending the fields that have changed. */
export interface RecordKind<Value extends { id: string }, Fields extends object> extends ReadKind<
  Value,
  Fields
> {
  /** Sends the changed fields. Without an entity tag the change is unconditional. */
  update: (id: string, change: Partial<Fields>, etag: string | null) => Promise<Versioned<Value>>;
}

/** Returns the names of the fields that differ. */
export function changedFields<Fields extends object>(
  { labels, textOf, keyOf = textOf }: FieldSet<Fields>,
  before: Fields,
  after: Fields,
): Name<Fields>[] {
  const names = Object.keys(labels) as Name<Fields>[];
  return names.filter((name) => keyOf(before, name) !== keyOf(after, name));
}

export function pick<Fields extends object>(fields: Fields, names: readonly Name<Fields>[]): Partial<Fields> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Fields>;
}

/** Returns the differences as readable text, in the order of the form. */
export function fieldChanges<Fields extends object>(
  set: FieldSet<Fields>,
  before: Fields,
  after: Fields,
): Change[] {
  return changedFields(set, before, after).map((name) => ({
    path: name,
    field: set.labels[name],
    before: set.textOf(before, name),
    after: set.textOf(after, name),
  }));
}

/** Returns functions that compare and merge drafts field by field. */
export function fieldRules<Fields extends object>(
  set: FieldSet<Fields>,
): Pick<VersionedRecord<unknown, Fields>, "isSame" | "merge" | "take"> {
  return {
    isSame: (one, other) => changedFields(set, one, other).length === 0,
    merge: (base, mine, theirs) => {
      const changedByMe = changedFields(set, base, mine);
      const changedByThem = changedFields(set, base, theirs);
      const different = changedFields(set, mine, theirs);
      const conflicts = changedByMe
        .filter((name) => changedByThem.includes(name) && different.includes(name))
        .map((name) => ({
          name,
          label: set.labels[name],
          mine: set.textOf(mine, name),
          theirs: set.textOf(theirs, name),
        }));
      return { draft: { ...theirs, ...pick(mine, changedByMe) }, conflicts };
    },
    take: (draft, theirs, names) => ({ ...draft, ...pick(theirs, names as Name<Fields>[]) }),
  };
}

/** Returns the message that another person has deleted the record that the user wants to save. */
export const deletedText = (thisOne: string) => `Outra pessoa excluiu ${thisOne} agora.`;

/** Returns how an editor reads and merges records of a kind. An error 404 becomes the message of `deletedText`. */
export function readerOf<Value extends { id: string }, Fields extends object>(
  kind: ReadKind<Value, Fields>,
): RecordReader<Value, Fields> {
  return {
    ...fieldRules(kind),
    draftOf: kind.fieldsOf,
    read: ({ id }) => kind.find(id).catch(explained(kind)),
    lastSaver: kind.lastSaver,
  };
}

/** Like `readerOf`, and writes the changed fields. */
export function recordOf<Value extends { id: string }, Fields extends object>(
  kind: RecordKind<Value, Fields>,
): VersionedRecord<Value, Fields> {
  return {
    ...readerOf(kind),
    write: (base, draft) => {
      const changed = changedFields(kind, kind.fieldsOf(base.value), draft);
      return kind.update(base.value.id, pick(draft, changed), base.etag).catch(explained(kind));
    },
  };
}

const explained =
  ({ thisOne }: { thisOne: string }) =>
  (error: unknown): never => {
    if (!isNotFound(error)) throw error;
    throw new ApiError(404, error.code, deletedText(thisOne));
  };

export const yesOrNo = (value: boolean) => (value ? "Sim" : "Não");
