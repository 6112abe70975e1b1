/** What it takes to edit a kind of records in a form, several people at a time. */
import { body } from "../../../api/client";

export interface Stored {
  id: string;
  updated_at: string | null;
}

export interface Opened<Value> {
  value: Value;
  /** Of the version it has, which a change depends on. */
  etag: string | null;
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
}

export async function opened<Value>(
  call: Promise<{ data?: Value; response: Response }>,
): Promise<Opened<Value>> {
  return { value: await body(call), etag: (await call).response.headers.get("ETag") };
}

/** Of a change that is refused if somebody else was faster. */
export function conditional(id: string, etag: string | null) {
  return { path: { id }, ...(etag && { header: { "If-Match": etag } }) };
}

export const yesOrNo = (value: boolean) => (value ? "Sim" : "Não");
