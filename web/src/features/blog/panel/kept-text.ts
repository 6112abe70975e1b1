/** What somebody types in the editor and hasn't saved, as the browser keeps it. */
import type { Post } from "@/api/types";
import type { Opened } from "@/lib/opened";
import * as kept from "@/panel/edit/kept";
import { BLANK, type PostFields } from "./post-fields";

/** A way to a new post whose answer hasn't come yet, and may never come. */
export interface Attempt {
  /** Its name, so that it makes one post. */
  key: string;
  /** What was sent. */
  fields: PostFields;
}

export interface KeptText extends kept.Kept {
  fields: PostFields;
  /** What it was made from; nothing for a post that the server doesn't have. */
  base: Opened<Post> | null;
  attempt: Attempt | null;
}

export const NEW = "new";
const what = (id: string) => `post:${id}`;

export function readKept(id: string): KeptText | null {
  const text = kept.readKept(what(id));
  if (text === null || !("fields" in text) || !("base" in text)) return null;
  const { fields, base, attempt, kept_at } = text as unknown as Omit<KeptText, "attempt"> & Partial<KeptText>;
  return { fields: { ...BLANK, ...fields }, base, attempt: attempt ?? null, kept_at };
}

export const keep = (id: string, text: Omit<KeptText, "kept_at">) => kept.keep(what(id), text);

export const dropKept = (id: string) => kept.dropKept(what(id));
