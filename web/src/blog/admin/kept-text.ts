/**
 * What somebody types in the editor, kept in this browser at every change: it outlives a crash, a lost connection and an
 * expired session. It goes once the server has it, or its writer gives it up.
 */
import type { Post } from "../../api/types";
import { readSession } from "../../kit/session";
import { local } from "../../kit/storage";
import type { Opened } from "../../kit/opened";
import { BLANK, type PostFields } from "./post-fields";

export interface KeptText {
  fields: PostFields;
  /** What it was made from; nothing for a post that the server doesn't have. */
  base: Opened<Post> | null;
  /** RFC 3339. */
  kept_at: string;
}

export const NEW = "new";

/** Each person's own: the browser may be shared. */
const key = (id: string) => `post_text:${readSession()?.user.id ?? ""}:${id}`;

export function readKept(id: string): KeptText | null {
  const kept = local.readJson(key(id));
  if (typeof kept !== "object" || kept === null || !("fields" in kept) || !("base" in kept)) return null;
  const { fields, base, kept_at } = kept as KeptText;
  return { fields: { ...BLANK, ...fields }, base, kept_at };
}

export function keep(id: string, fields: PostFields, base: Opened<Post> | null): void {
  const kept: KeptText = { fields, base, kept_at: new Date().toISOString() };
  local.write(key(id), JSON.stringify(kept));
}

export function dropKept(id: string): void {
  local.remove(key(id));
}
