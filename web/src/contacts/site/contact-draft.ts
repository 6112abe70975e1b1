/** What was typed survives a reload or a wrong turn, in this tab only. */
import { contact_fields, type ContactValues } from "./contact-values";

const KEY = "contact_draft";

interface Draft {
  values: Partial<ContactValues>;
  /** When typing began, in milliseconds of the system's clock. */
  begun_at: number;
}

export function saveDraft(draft: Draft): void {
  sessionStorage.setItem(KEY, JSON.stringify(draft));
}

export function clearDraft(): void {
  sessionStorage.removeItem(KEY);
}

/** Fills the fields that are still empty, and tells when typing began. */
export function restoreDraft(form: HTMLFormElement): number | null {
  const text = sessionStorage.getItem(KEY);
  if (!text) return null;
  const { values, begun_at } = JSON.parse(text) as Draft;
  for (const name of contact_fields) {
    const field = form.elements.namedItem(name);
    const value = values[name];
    if (isTextControl(field) && field.value === "" && value) field.value = value;
  }
  return begun_at;
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isTextControl = (field: Element | RadioNodeList | null): field is TextControl =>
  field instanceof HTMLInputElement ||
  field instanceof HTMLTextAreaElement ||
  field instanceof HTMLSelectElement;
