/** The unsaved fields of a post in the browser's storage. */
import type { Post } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import { BLANK, type PostFormFields } from "@/features/blog/panel/fields";
import {
  readLocalDraft,
  removeLocalDraft,
  type StoredAt,
  storedVersion,
  writeLocalDraft,
} from "@/panel/edit/local-draft";

/** A request to create a post. The server hasn't answered it yet. */
export interface Attempt {
  /** Idempotency key of the request. */
  key: string;
  /** Fields of the post in the request. */
  fields: PostFormFields;
}

export interface PostDraft extends StoredAt {
  fields: PostFormFields;
  /** The version that the draft was made from; null for a post that the server doesn't have. */
  base: Versioned<Post> | null;
  /** Null if no request to create the post is unanswered. */
  attempt: Attempt | null;
}

/** Id, in drafts and addresses, of a post that the server doesn't have. */
export const NEW_POST_ID = "new";
const draftName = (id: string) => `post:${id}`;

export function readPostDraft(id: string): PostDraft | null {
  const draft = readLocalDraft(draftName(id));
  if (draft === null || !("fields" in draft) || !("base" in draft)) return null;
  const { fields, attempt, kept_at } = draft as unknown as Omit<PostDraft, "attempt"> & Partial<PostDraft>;
  const base = storedVersion(draft["base"]) as Versioned<Post> | null;
  return { fields: { ...BLANK, ...fields }, base, attempt: attempt ?? null, kept_at };
}

export const writePostDraft = (id: string, draft: Omit<PostDraft, "kept_at">) =>
  writeLocalDraft(draftName(id), draft);

export const removePostDraft = (id: string) => removeLocalDraft(draftName(id));
