/**
 * Unsaved input in the browser's storage. Editors write it at each change, so that it survives a crash, a lost connection and an
 * expired session. It is removed when it is saved or discarded, or after 30 days.
 */
import { readSession } from "@/api/session";
import type { Versioned } from "@/api/versioned";
import { newKey } from "@/lib/new-key";
import { local, tab } from "@/lib/storage";

/** When a draft was stored, in RFC 3339. */
export interface StoredAt {
  kept_at: string;
}

/** A stored draft, with fields of the editor that wrote it. */
export type LocalDraft = StoredAt & Readonly<Record<string, unknown>>;

const PREFIX = "kept:";
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Key of this tab's id in `tab`. */
const TAB_KEY = "tab_id";

/** Starts all keys of a draft. Includes the user's id, because users may share a browser. */
const keyOf = (name: string) => `${PREFIX}${readSession()?.user.id ?? ""}:${name}`;

/** Includes the id of this tab, so that tabs with the same record don't replace or remove each other's drafts. */
const ownKeyOf = (name: string) => `${keyOf(name)}@${tabId()}`;

/** Returns the id of this tab, which stays the same when the tab is reloaded. */
function tabId(): string {
  const known = tab.read(TAB_KEY);
  const id = known ?? newKey();
  if (known === null) tab.write(TAB_KEY, id);
  return id;
}

/**
 * Returns the draft that an editor has stored, or null. If this tab has none, takes over the newest one of another tab, which may
 * have crashed. `name` is unique among editors, such as `post:new`. The caller checks the shape of the draft's fields.
 */
export function readLocalDraft(name: string): LocalDraft | null {
  const own = readDraft(ownKeyOf(name));
  if (own) return own;
  const newest = draftsOf(name).sort((a, b) => b.draft.kept_at.localeCompare(a.draft.kept_at))[0];
  if (!newest) return null;
  local.remove(newest.key);
  local.write(ownKeyOf(name), JSON.stringify(newest.draft));
  return newest.draft;
}

export function writeLocalDraft(name: string, content: object): void {
  const kept_at: StoredAt["kept_at"] = new Date().toISOString();
  local.write(ownKeyOf(name), JSON.stringify({ ...content, kept_at }));
}

/** Removes this tab's draft. */
export function removeLocalDraft(name: string): void {
  local.remove(ownKeyOf(name));
}

/** Returns the drafts of all tabs. Earlier releases stored one draft without the id of a tab. */
function draftsOf(name: string): { key: string; draft: LocalDraft }[] {
  const keys = local.keys().filter((key) => key === keyOf(name) || key.startsWith(`${keyOf(name)}@`));
  return keys.flatMap((key) => {
    const draft = readDraft(key);
    return draft ? [{ key, draft }] : [];
  });
}

function readDraft(key: string): LocalDraft | null {
  const draft = local.readJson(key);
  return isLocalDraft(draft) ? draft : null;
}

/** Removes the expired and the invalid drafts of all users. */
export function removeExpiredLocalDrafts(now = Date.now()): void {
  for (const key of local.keys()) {
    if (!key.startsWith(PREFIX)) continue;
    const draft = readDraft(key);
    if (!draft || now - Date.parse(draft.kept_at) > MAX_AGE_MS) local.remove(key);
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
