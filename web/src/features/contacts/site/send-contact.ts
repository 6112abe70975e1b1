/** Sends a contact. Repeated attempts with the same content create one contact. */
import { call } from "@/api/call";
import type { ContactReceipt } from "@/api/types";
import { newKey } from "@/lib/new-key";
import { tab, VISIT_SOURCE_KEY } from "@/lib/storage";
import { composeMessage, type ContactValues } from "./contact-values";

interface Attempt {
  content: string;
  key: string;
  elapsed_ms: number | undefined;
}

/** The accepted contact and the deadline of its reply. */
export interface SentContact extends ContactValues {
  /** Such as 'terça-feira, 24/11, às 18h'. */
  deadline: string;
}

interface SendOptions {
  values: ContactValues;
  /** Value of the hidden field, which people leave empty. */
  website: string;
  /** Undefined if the form was not typed by hand. */
  elapsed_ms: number | undefined;
  /** Messages of a call that is refused without JSON, or never answered. */
  fallback: string;
  unanswered?: string;
}

let attempt: Attempt | null = null;

export async function sendContact(options: SendOptions): Promise<SentContact> {
  const { values, website, fallback, unanswered } = options;
  const { service, message, ...person } = values;
  const contact = {
    ...person,
    message: composeMessage(service, message),
    status: "new",
    website,
  };
  const { key, elapsed_ms } = attemptFor(JSON.stringify(contact), options.elapsed_ms);
  const created = await call<ContactReceipt>("POST", "/api/contacts", {
    // The server drops invalid values. The source is not a part of the content, by which it recognizes a repeated attempt.
    body: { ...(tab.readJson(VISIT_SOURCE_KEY) as object | null), ...contact, elapsed_ms },
    headers: { "Idempotency-Key": key },
    fallback,
    unanswered,
  });
  attempt = null;
  return { ...values, deadline: created.deadline };
}

/** Returns the attempt for this content, with the same key and time if it was sent before. */
function attemptFor(content: string, elapsed_ms: number | undefined): Attempt {
  if (attempt?.content !== content) attempt = { content, key: newKey(), elapsed_ms };
  return attempt;
}
