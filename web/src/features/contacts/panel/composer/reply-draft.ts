/** The local draft of a reply by email, stored until the reply is sent or discarded. */
import type { Contact } from "@/api/types";
import type { ComposerMode } from "@/features/contacts/panel/triage/triage-state";
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

/** The subject of the sender's receipt with `Re:`, so that mail programs show both in one conversation. */
export const SUBJECT = "Re: Recebemos a sua mensagem";

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

/** Returns the kind of text of which a contact has a draft; null without one. */
export function draftedMode(id: string): ComposerMode | null {
  if (hasReplyDraft(id)) return "email";
  const others = ["whatsapp", "note"] as const;
  return others.find((mode) => readLocalDraft(`${mode}:${id}`) !== null) ?? null;
}

/** Gives a reply back to the draft, before the one that was written since. */
export function restoreReplyDraft(
  { id, name }: Pick<Contact, "id" | "name">,
  { subject, text, cc, attachments }: Omit<ReplyDraft, "key">,
  signature: string,
): void {
  const later = readReplyDraft(id);
  const isLater = later !== null && !isBareGreeting(later.text, name, signature);
  writeReplyDraft(id, {
    subject: subject === SUBJECT && later ? later.subject : subject,
    text: isLater ? `${text}\n\n${later.text}` : text,
    cc: joinAddresses(cc, later?.cc ?? ""),
    key: newKey(),
    attachments: [...attachments, ...(later?.attachments ?? [])],
  });
}

/** Joins two lists of addresses, each separated by commas. */
function joinAddresses(...lists: string[]): string {
  const addresses = lists.flatMap((list) => list.split(",")).map((address) => address.trim());
  return [...new Set(addresses)].filter(Boolean).join(", ");
}

function isDraft(value: unknown): value is ReplyDraft {
  const texts = ["subject", "text", "key"];
  return (
    typeof value === "object" &&
    value !== null &&
    texts.every((name) => typeof (value as Record<string, unknown>)[name] === "string")
  );
}
