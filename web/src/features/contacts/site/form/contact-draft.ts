/** The draft of the contact form, stored for the browser tab until the form is sent. */
import { CONTACT_DRAFT_KEY, tab } from "@/lib/storage";
import { CONTACT_FIELDS, type ContactValues, readValues } from "./contact-values";

interface Draft {
  values: Partial<ContactValues>;
  /** When the form was first opened, as a Unix time in milliseconds. */
  begun_at: number;
}

/** Saves the form without the values of the account, which another person could see after signing out. */
export function saveDraft(form: HTMLFormElement, begun_at: number): void {
  const values = readValues(form);
  for (const name of CONTACT_FIELDS) {
    const field = form.elements.namedItem(name);
    if (isTextControl(field) && field.value === field.dataset["prefilled"]) values[name] = "";
  }
  const draft: Draft = { values, begun_at };
  tab.write(CONTACT_DRAFT_KEY, JSON.stringify(draft));
}

export function clearDraft(): void {
  tab.remove(CONTACT_DRAFT_KEY);
}

/** Fills untouched fields with the draft. Returns the draft's `begun_at`; null if there is no draft. */
export function restoreDraft(form: HTMLFormElement): number | null {
  const draft = tab.readJson(CONTACT_DRAFT_KEY) as Draft | null;
  if (!draft) return null;
  const { values, begun_at } = draft;
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

const isTextControl = (field: Element | RadioNodeList | null): field is TextControl =>
  field instanceof HTMLInputElement ||
  field instanceof HTMLTextAreaElement ||
  field instanceof HTMLSelectElement;
