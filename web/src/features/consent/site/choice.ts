/**
 * A visitor's choice about trackers: stored in the browser, and sent to the ledger once. This module has only type imports,
 * so that the notice's script needs no other file.
 */
import type { ConfiguredTracker, ConsentCategory, ConsentInput, ConsentNotice } from "@/api/types";
import type { StorageKey } from "@/lib/storage";

export interface Choice extends ConsentInput {
  /** Whether the visitor chose although the browser asked not to be tracked. Other choices end when the browser begins to ask so. */
  overrides_signal?: boolean;
  /** Time of the choice in ISO 8601. */
  at: string;
  /** Whether the server has stored or refused the choice, so that it isn't sent again. */
  is_sent: boolean;
}

/** Key in the browser's storage. */
const KEY: StorageKey<"localStorage"> = "consent";
const DAY_MS = 24 * 60 * 60 * 1000;
/** Age in milliseconds, about six months, after which the visitor is asked again. */
const MAX_AGE_MS = 182 * DAY_MS;

/**
 * Returns the stored choice if it answers this notice; null otherwise. Removes a choice that is too old, or from the future because
 * the clock was wrong.
 */
export function readChoice({ version, trackers }: ConsentNotice, now: Date): Choice | null {
  const choice = parse(stored());
  if (!choice) return null;
  const age = now.getTime() - Date.parse(choice.at);
  if (age > MAX_AGE_MS || age < -DAY_MS) {
    store(null);
    return null;
  }
  if (choice.categories.length > 0 && !choice.overrides_signal && asksForPrivacy()) return null;
  const answersNotice = choice.version === version && choice.trackers.join() === namesOf(trackers).join();
  return answersNotice ? choice : null;
}

/** Returns a new choice, which isn't stored yet. */
export function newChoice(notice: ConsentNotice, categories: readonly ConsentCategory[], now: Date): Choice {
  return {
    id: randomId(),
    version: notice.version,
    trackers: namesOf(notice.trackers),
    categories: [...categories],
    at: now.toISOString(),
    overrides_signal: asksForPrivacy(),
    is_sent: false,
  };
}

/** The last choice if the browser blocks storage. It lasts as long as the page. */
let unstored: string | null = null;

/** Stores a choice, or removes the stored one. */
export function store(choice: Choice | null): void {
  const json = choice && JSON.stringify(choice);
  unstored = null;
  try {
    if (json) localStorage.setItem(KEY, json);
    else localStorage.removeItem(KEY);
  } catch {
    unstored = json;
  }
}

/** Sends a choice to the ledger, unless it was sent before. If the call fails, the next page repeats it. */
export async function send(choice: Choice): Promise<void> {
  if (choice.is_sent) return;
  const { id, version, trackers, categories } = choice;
  const input: ConsentInput = { id, version, trackers, categories };
  try {
    const answer = await fetch("/api/consents", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(input),
      credentials: "omit",
      // The page may be reloaded before the answer.
      keepalive: true,
    });
    // The server would refuse a refused choice again.
    const isSettled = answer.ok || answer.status === 422;
    if (isSettled && parse(stored())?.id === id) store({ ...choice, is_sent: true });
  } catch {
    // Offline.
  }
}

/**
 * Returns whether the browser asks not to be tracked. The visitor is then not asked, and trackers are off until the visitor
 * allows them.
 */
export function asksForPrivacy(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true || doNotTrack === "1";
}

const namesOf = (trackers: readonly ConfiguredTracker[]) => trackers.map(({ name }) => name);

function stored(): string | null {
  try {
    return localStorage.getItem(KEY) ?? unstored;
  } catch {
    return unstored;
  }
}

/** Parses a stored choice. Returns null if it is missing or invalid, such as one that another release stored. */
function parse(json: string | null): Choice | null {
  try {
    const choice = JSON.parse(json ?? "null") as Choice | null;
    const isChoice =
      Array.isArray(choice?.trackers) && Array.isArray(choice.categories) && Date.parse(choice.at);
    return isChoice ? choice : null;
  } catch {
    return null;
  }
}

/** Returns a random UUID. `crypto.randomUUID` needs a secure connection. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
