/** An answer that is being written, kept until it is sent: closing the window loses nothing. */
import { readLocalDraft, removeLocalDraft, writeLocalDraft } from "@/panel/edit/local-draft";

export interface ReplyDraft {
  subject: string;
  text: string;
  /** The name of the attempt to send it, so that it is sent once. */
  key: string;
}

const what = (id: string) => `reply:${id}`;

export function readDraft(id: string): ReplyDraft | null {
  const kept: unknown = readLocalDraft(what(id));
  if (!isDraft(kept)) return null;
  const { subject, text, key } = kept;
  return { subject, text, key };
}

export const hasDraft = (id: string) => readDraft(id) !== null;
export const keepDraft = (id: string, draft: ReplyDraft) => writeLocalDraft(what(id), draft);
export const dropDraft = (id: string) => removeLocalDraft(what(id));

function isDraft(value: unknown): value is ReplyDraft {
  const texts = ["subject", "text", "key"];
  return (
    typeof value === "object" &&
    value !== null &&
    texts.every((name) => typeof (value as Record<string, unknown>)[name] === "string")
  );
}
