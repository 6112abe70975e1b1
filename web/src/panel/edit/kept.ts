/**
 * What somebody types and the server doesn't have, kept in this browser at every change: it outlives a crash, a lost
 * connection and an expired session. It goes once the server has it, its writer gives it up, or a month is over.
 */
import { readSession } from "@/lib/session";
import { local } from "@/lib/storage";

/** With what was typed, as a form of its own kind has it. */
export interface Kept {
  /** RFC 3339. */
  kept_at: string;
}

const MARK = "kept:";
const MAX_MS = 30 * 24 * 60 * 60 * 1000;

/** Each person's own: the browser may be shared. `what` is told from all else that is kept: `post:new`. */
const key = (what: string) => `${MARK}${readSession()?.user.id ?? ""}:${what}`;

/** Whoever reads it knows what it wrote, and checks whether this is it. */
export function readKept(what: string): (Kept & Readonly<Record<string, unknown>>) | null {
  const kept = local.readJson(key(what));
  return isKept(kept) ? kept : null;
}

export function keep(what: string, typed: object): void {
  const kept_at: Kept["kept_at"] = new Date().toISOString();
  local.write(key(what), JSON.stringify({ ...typed, kept_at }));
}

export function dropKept(what: string): void {
  local.remove(key(what));
}

/** Whatever it is about may have been deleted since, for good. */
export function dropOldKept(now = Date.now()): void {
  for (const name of local.keys()) {
    if (!name.startsWith(MARK)) continue;
    const kept = local.readJson(name);
    if (!isKept(kept) || now - Date.parse(kept.kept_at) > MAX_MS) local.remove(name);
  }
}

function isKept(kept: unknown): kept is Kept & Record<string, unknown> {
  return typeof kept === "object" && kept !== null && "kept_at" in kept && typeof kept.kept_at === "string";
}
