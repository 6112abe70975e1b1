/**
 * The browser's storage. Users may block it, which makes every access to it throw. Blocked storage reads as empty here, and
 * ignores what is written.
 */
export const local = guard<StorageKey<"localStorage">>(() => localStorage);
/** Storage of this tab only. */
export const tab = guard<StorageKey<"sessionStorage">>(() => sessionStorage);

/**
 * All keys that the site and the panel store, which docs/security.md lists with purpose and lifetime. One with a colon at its end is
 * the start of keys.
 */
export const STORAGE_KEYS = {
  localStorage: [
    "auth_token",
    "auth_user",
    "consent",
    "kept:",
    "panel_heights",
    "panel_preferences",
    "post_editor_preview",
    "post_editor_width",
    "seoSettings",
    "setup_done",
  ],
  sessionStorage: ["contact_draft", "notice", "reloaded_at", "visit_source", "vitrine-setup"],
} as const;

type Name<Part extends keyof typeof STORAGE_KEYS> = (typeof STORAGE_KEYS)[Part][number];
type Completed<Key extends string> = Key extends `${string}:` ? `${Key}${string}` : Key;
export type StorageKey<Part extends keyof typeof STORAGE_KEYS> = Completed<Name<Part>>;

/** Key in `tab` of the source of the visit: JSON with the field names of a contact. */
export const VISIT_SOURCE_KEY = "visit_source";

/** Key in `tab` of the contact form's draft. */
export const CONTACT_DRAFT_KEY = "contact_draft";

function guard<Key extends string>(find: () => Storage) {
  const read = (key: Key): string | null => attempt(() => find().getItem(key));
  return {
    read,
    /** Returns the parsed value; null if the key is missing or its value is not JSON. */
    readJson: (key: Key) => attempt((): unknown => JSON.parse(read(key) ?? "null")),
    write: (key: Key, text: string): void => void attempt(() => find().setItem(key, text)),
    remove: (key: Key): void => void attempt(() => find().removeItem(key)),
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
