/** The texts of a page as what they are here: JSON of which only the form knows the shape. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export function below(path: string, key: string | number): string {
  return path === "" ? String(key) : `${path}.${key}`;
}

/** The value of a key; null where there is none. */
export function at(value: Json, key: string | number): Json {
  if (value === null || typeof value !== "object") return null;
  return (value as { readonly [key: string]: Json })[key] ?? null;
}

export function valueAt(document: Json, path: string): Json {
  return path === "" ? document : path.split(".").reduce(at, document);
}

/** The document with what `change` makes of the value at `path`. All else in it stays the same object. */
export function changedAt(document: Json, path: string, change: (value: Json) => Json): Json {
  if (path === "") return change(document);
  const [key = "", ...rest] = path.split(".");
  const inner = changedAt(at(document, key), rest.join("."), change);
  if (Array.isArray(document)) {
    return (document as readonly Json[]).map((item, index) => (index === Number(key) ? inner : item));
  }
  return { ...(document as { readonly [key: string]: Json }), [key]: inner };
}

export function items(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** Whether `path` is `of` or within it. */
export function isWithin(path: string, of: string): boolean {
  return path === of || path.startsWith(`${of}.`);
}
