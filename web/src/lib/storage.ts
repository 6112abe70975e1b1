/**
 * The browser's storage. Users may block it, which makes every access to it throw. Blocked storage reads as empty here, and
 * ignores what is written.
 */
export const local = guard(() => localStorage);
/** Storage of this tab only. */
export const tab = guard(() => sessionStorage);

/** Key in `tab` of the source of the visit: JSON with the field names of a contact. */
export const VISIT_SOURCE_KEY = "visit_source";

function guard(find: () => Storage) {
  const read = (key: string): string | null => attempt(() => find().getItem(key));
  return {
    read,
    /** Returns the parsed value; null if the key is missing or its value is not JSON. */
    readJson: (key: string) => attempt((): unknown => JSON.parse(read(key) ?? "null")),
    write: (key: string, text: string): void => void attempt(() => find().setItem(key, text)),
    remove: (key: string): void => void attempt(() => find().removeItem(key)),
    /** Returns all keys. */
    keys: (): string[] => attempt(() => Object.keys(find())) ?? [],
  };
}

function attempt<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
