/** Sends a contact. Repeated attempts with the same content create only one contact. */
import { call } from "@/api/call";
import type { ContactReceipt } from "@/api/types";
import { composeMessage } from "@/features/contacts/core/message";
import { newKey } from "@/lib/new-key";
import { CONTACT_DRAFT_KEY, tab, VISIT_SOURCE_KEY } from "@/lib/storage";
import { type Attempt, saveAttempt, savedAttempt } from "./contact-draft";
import type { ContactValues } from "./contact-values";

/** The contact that the server has stored. */
export interface SentContact extends ContactValues {
  /** Deadline of the reply, such as 'terça-feira, 24/11, às 18h'. */
  deadline: string;
  /** Text for after sending, with the promise for the service. */
  sent_text: string;
  id: string;
  /** With this token, the files of the contact can be sent. */
  upload_token: string;
  /** Names of the files that are sent afterward. */
  file_names: string[];
}

interface SendOptions {
  values: ContactValues;
  /** Names of the files that are sent afterward. */
  fileNames?: string[];
  /** Value of the hidden field, which only robots fill in. */
  website: string;
  /** Milliseconds since the form was opened; undefined if the values were not typed by hand. */
  elapsed_ms: number | undefined;
  /** Message of the error if the server responds without one. */
  fallback: string;
  /** Message of the error if the server doesn't respond although the browser is online. */
  unanswered?: string;
}

const OFFLINE = "Sem conexão com a internet. O que você digitou continua aqui; envie de novo quando voltar.";

/** The last attempt. Also in memory, because the storage may be blocked. */
let attempt = savedAttempt();

/** Sends a contact, and removes the draft when the server has stored it. */
export async function sendContact(options: SendOptions): Promise<SentContact> {
  const { values, website, fallback, unanswered } = options;
  const { service, message, ...person } = values;
  const contact = {
    ...person,
    message: composeMessage(service, message),
    status: "new",
    website,
    ...(options.fileNames?.length && { file_names: options.fileNames }),
  };
  const { key, elapsed_ms } = attemptFor(JSON.stringify(contact), options.elapsed_ms);
  const created = await call<ContactReceipt>("POST", "/api/contacts", {
    // The server drops an invalid source, and doesn't compare sources when it recognizes a repeated attempt.
    body: { ...(tab.readJson(VISIT_SOURCE_KEY) as object | null), ...contact, elapsed_ms },
    headers: { "Idempotency-Key": key },
    fallback,
    unanswered: navigator.onLine ? unanswered : OFFLINE,
  });
  attempt = undefined;
  tab.remove(CONTACT_DRAFT_KEY);
  const { id, deadline, sent_text, upload_token } = created;
  return { ...values, id, deadline, sent_text, upload_token, file_names: options.fileNames ?? [] };
}

/** Returns the attempt to send this content. Repeats the key and the time of the last attempt if it had the same content. */
function attemptFor(text: string, elapsed_ms: number | undefined): Attempt {
  const content = hashOf(text);
  if (attempt?.content !== content) {
    attempt = { content, key: newKey(), elapsed_ms };
    saveAttempt(attempt);
  }
  return attempt;
}

/** Returns the FNV-1a hash of a text. The browser's own hashes exist in secure contexts only. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}
