/** The content of a page as JSON, whose shape the page's form describes, and access to its values by path. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Appends a key to a path. */
export function below(path: string, key: string | number): string {
  return path === "" ? String(key) : `${path}.${key}`;
}

/** Returns the value of a key; null if it is missing. */
export function at(value: Json, key: string | number): Json {
  if (value === null || typeof value !== "object") return null;
  return (value as { readonly [key: string]: Json })[key] ?? null;
}

/** Returns the value at a path; null if it is missing. The empty path is the whole document. */
export function valueAt(document: Json, path: string): Json {
  return path === "" ? document : path.split(".").reduce(at, document);
}

/** Returns a copy in which `change` has replaced the value at `path`. Unchanged parts are the same objects. */
export function changedAt(document: Json, path: string, change: (value: Json) => Json): Json {
  if (path === "") return change(document);
  const [key = "", ...rest] = path.split(".");
  const inner = changedAt(at(document, key), rest.join("."), change);
  if (Array.isArray(document)) {
    return (document as readonly Json[]).map((item, index) => (index === Number(key) ? inner : item));
  }
  return { ...(document as { readonly [key: string]: Json }), [key]: inner };
}

/** Returns the items of a list; no items if the value isn't a list. */
export function items(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** Returns whether `path` is `outer` or below it. */
export function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`);
}
