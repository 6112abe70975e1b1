/** The local draft of a reply by email, stored until the reply is sent or discarded. */
import { newKey } from "@/lib/new-key";
import { type Attached, readAttached } from "@/panel/attachments/file-rules";
import { readLocalDraft, removeLocalDraft, writeLocalDraft } from "@/panel/edit/local-draft";
import { isBareGreeting } from "@/panel/greeting";

export interface ReplyDraft {
  subject: string;
  text: string;
  /** Addresses that get a copy, separated by commas. */
  cc: string;
  /** Idempotency key of the request that sends this reply. */
  key: string;
  /** Uploaded files. */
  attachments: Attached[];
}

const nameOf = (id: string) => `reply:${id}`;

export function readReplyDraft(id: string): ReplyDraft | null {
  const stored: unknown = readLocalDraft(nameOf(id));
  if (!isDraft(stored)) return null;
  const { subject, text, key, attachments } = stored;
  // Earlier releases stored drafts without copies.
  const cc = typeof stored.cc === "string" ? stored.cc : "";
  return { subject, text, cc, key, attachments: readAttached(attachments) };
}

export const hasReplyDraft = (id: string) => readReplyDraft(id) !== null;
export const writeReplyDraft = (id: string, draft: ReplyDraft) => writeLocalDraft(nameOf(id), draft);
export const removeReplyDraft = (id: string) => removeLocalDraft(nameOf(id));

/** Gives a text back to the draft, before the one that was written since. */
export function restoreReplyDraft(
  id: string,
  { subject, text, cc, attachments }: Omit<ReplyDraft, "key">,
): void {
  const later = readReplyDraft(id);
  const isLater = later !== null && !isBareGreeting(later.text, "");
  writeReplyDraft(id, {
    subject,
    text: isLater ? `${text}\n\n${later.text}` : text,
    cc,
    key: newKey(),
    attachments: [...attachments, ...(later?.attachments ?? [])],
  });
}

function isDraft(value: unknown): value is ReplyDraft {
  const texts = ["subject", "text", "key"];
  return (
    typeof value === "object" &&
    value !== null &&
    texts.every((name) => typeof (value as Record<string, unknown>)[name] === "string")
  );
}
