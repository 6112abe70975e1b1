/** The local draft of a reply by email, stored until the reply is sent or discarded. */
import { readLocalDraft, removeLocalDraft, writeLocalDraft } from "@/panel/edit/local-draft";

export interface ReplyDraft {
  subject: string;
  text: string;
  /** Idempotency key of the request that sends this subject and text. */
  key: string;
}

const nameOf = (id: string) => `reply:${id}`;

export function readReplyDraft(id: string): ReplyDraft | null {
  const stored: unknown = readLocalDraft(nameOf(id));
  if (!isDraft(stored)) return null;
  const { subject, text, key } = stored;
  return { subject, text, key };
}

export const hasReplyDraft = (id: string) => readReplyDraft(id) !== null;
export const writeReplyDraft = (id: string, draft: ReplyDraft) => writeLocalDraft(nameOf(id), draft);
export const removeReplyDraft = (id: string) => removeLocalDraft(nameOf(id));

function isDraft(value: unknown): value is ReplyDraft {
  const texts = ["subject", "text", "key"];
  return (
    typeof value === "object" &&
    value !== null &&
    texts.every((name) => typeof (value as Record<string, unknown>)[name] === "string")
  );
}
