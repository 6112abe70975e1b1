/** What it takes to edit a kind of records in a form, several people at a time. */
import type { Opened } from "@/lib/opened";
import type { Saver } from "./saved-by";

export interface Stored {
  id: string;
  updated_at: string | null;
}

export interface Editable<Value extends Stored, Fields extends object> {
  /** What people call the fields, in the order of the form. */
  labels: Readonly<Record<keyof Fields & string, string>>;
  fieldsOf: (value: Value) => Fields;
  /** A field as a person reads it. */
  textOf: (fields: Fields, name: keyof Fields & string) => string;
  /** Where values that read alike can be different ones: without it, what reads alike is alike. */
  keyOf?: (fields: Fields, name: keyof Fields & string) => string;
  find: (id: string, signal?: AbortSignal) => Promise<Opened<Value>>;
  /** Sends the fields that have changed. Without an ETag nobody is asked. */
  update: (id: string, change: Partial<Fields>, etag: string | null) => Promise<Opened<Value>>;
  /** Who saved what is there now. */
  lastChange: (id: string) => Promise<Saver | undefined>;
}

/** Of which the browser keeps what is typed. */
export interface Keepable<Value extends Stored, Fields extends object> extends Editable<Value, Fields> {
  /** Told from all other kinds. */
  key: string;
}

export const yesOrNo = (value: boolean) => (value ? "Sim" : "Não");
