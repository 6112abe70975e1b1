/** The draft of the contact form, stored for the browser tab until the form is sent. */
import { CONTACT_DRAFT_KEY, tab } from "@/lib/storage";
import { CONTACT_FIELDS, type ContactValues, readValues } from "./contact-values";

/** An attempt to send the form, which is repeated until it succeeds or the content changes. */
export interface Attempt {
  /** Hash of the sent content, which includes values that the draft must not contain. */
  content: number;
  key: string;
  elapsed_ms: number | undefined;
}

interface Draft {
  values?: Partial<ContactValues>;
  /** When the form was first opened, as a Unix time in milliseconds. */
  begun_at?: number;
  attempt?: Attempt;
}

const readDraft = () => (tab.readJson(CONTACT_DRAFT_KEY) ?? {}) as Draft;

const changeDraft = (change: Draft): void =>
  tab.write(CONTACT_DRAFT_KEY, JSON.stringify({ ...readDraft(), ...change }));

/** Saves the form without the values of the account, which another person could see after signing out. */
export function saveDraft(form: HTMLFormElement, begun_at: number): void {
  const values = readValues(form);
  for (const name of CONTACT_FIELDS) {
    const field = form.elements.namedItem(name);
    if (isTextControl(field) && field.value === field.dataset["prefilled"]) values[name] = "";
  }
  changeDraft({ values, begun_at });
}

/** Stores the last attempt with the draft, so that it can be repeated after a reload. */
export const saveAttempt = (attempt: Attempt): void => changeDraft({ attempt });

export const savedAttempt = () => readDraft().attempt;

/** Fills untouched fields with the draft. Returns the draft's `begun_at`; undefined if there is no draft. */
export function restoreDraft(form: HTMLFormElement): number | undefined {
  const { values = {}, begun_at } = readDraft();
  for (const name of CONTACT_FIELDS) {
    const field = form.elements.namedItem(name);
    const value = values[name];
    if (isTextControl(field) && value && isUntouched(field)) field.value = withPrefill(field.value, value);
  }
  return begun_at;
}

/** Returns whether a field is empty, or is a text area with the value that the server rendered. */
const isUntouched = (field: TextControl) =>
  field.value === "" || (field instanceof HTMLTextAreaElement && field.value === field.defaultValue);

/** Appends the draft to the text with which the page prefills the message, unless the draft starts with that text. */
const withPrefill = (prefill: string, typed: string) =>
  typed.startsWith(prefill.trim()) ? typed : prefill + typed;

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const isTextControl = (field: Element | RadioNodeList | null): field is TextControl =>
  field instanceof HTMLInputElement ||
  field instanceof HTMLTextAreaElement ||
  field instanceof HTMLSelectElement;
