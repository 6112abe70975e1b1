/** What somebody types in the editor and hasn't saved, as the browser keeps it. */
import type { Post } from "../../api/types";
import type { Opened } from "../../kit/opened";
import * as kept from "../../ui/panel/edit/kept";
import { BLANK, type PostFields } from "./post-fields";

export interface KeptText extends kept.Kept {
  fields: PostFields;
  /** What it was made from; nothing for a post that the server doesn't have. */
  base: Opened<Post> | null;
}

export const NEW = "new";
const what = (id: string) => `post:${id}`;

export function readKept(id: string): KeptText | null {
  const text = kept.readKept(what(id));
  if (text === null || !("fields" in text) || !("base" in text)) return null;
  const { fields, base, kept_at } = text as unknown as KeptText;
  return { fields: { ...BLANK, ...fields }, base, kept_at };
}

export const keep = (id: string, fields: PostFields, base: Opened<Post> | null) =>
  kept.keep(what(id), { fields, base });

export const dropKept = (id: string) => kept.dropKept(what(id));
