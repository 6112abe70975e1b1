/**
 * Unsaved input in the browser's storage. Editors write it at each change, so that it survives a crash, a lost connection and an
 * expired session. It is removed when it is saved or discarded, or after 30 days.
 */
import { readSession } from "@/api/session";
import type { Versioned } from "@/api/versioned";
import { local } from "@/lib/storage";

/** When a draft was stored, in RFC 3339. */
export interface StoredAt {
  kept_at: string;
}

/** A stored draft, with fields of the editor that wrote it. */
export type LocalDraft = StoredAt & Readonly<Record<string, unknown>>;

const PREFIX = "kept:";
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Includes the user's id, because users may share a browser. `name` is unique among editors, such as `post:new`. */
const storageKey = (name: string) => `${PREFIX}${readSession()?.user.id ?? ""}:${name}` as const;
const isStorageKey = (key: string): key is `${typeof PREFIX}${string}` => key.startsWith(PREFIX);

/** Returns the draft that an editor has stored, or null. The caller checks the shape of its fields. */
export function readLocalDraft(name: string): LocalDraft | null {
  const draft = local.readJson(storageKey(name));
  return isLocalDraft(draft) ? draft : null;
}

export function writeLocalDraft(name: string, content: object): void {
  const stored: StoredAt = { kept_at: new Date().toISOString() };
  local.write(storageKey(name), JSON.stringify({ ...content, ...stored }));
}

export function removeLocalDraft(name: string): void {
  local.remove(storageKey(name));
}

/** Removes the expired and the invalid drafts of all users. */
export function removeExpiredLocalDrafts(now = Date.now()): void {
  for (const name of local.keys().filter(isStorageKey)) {
    const draft = local.readJson(name);
    if (!isLocalDraft(draft) || now - Date.parse(draft.kept_at) > MAX_AGE_MS) local.remove(name);
  }
}

/** Returns the version that a draft was made from. Earlier releases stored its value as `document`. */
export function storedVersion(base: unknown): Versioned<unknown> | null {
  if (typeof base !== "object" || base === null) return null;
  const value = "value" in base ? base.value : "document" in base ? base.document : undefined;
  const etag = "etag" in base && typeof base.etag === "string" ? base.etag : null;
  return typeof value === "object" && value !== null ? { value, etag } : null;
}

function isLocalDraft(draft: unknown): draft is LocalDraft {
  return (
    typeof draft === "object" && draft !== null && "kept_at" in draft && typeof draft.kept_at === "string"
  );
}
