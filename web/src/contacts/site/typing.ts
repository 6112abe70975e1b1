/**
 * Whether a form was typed by hand. What a browser, a password manager or this page fills in takes no time, so how fast
 * such a form was sent says nothing about who sent it.
 */
import { contact_fields, type ContactValues } from "./contact-values";

export class Typing {
  readonly #typed = new Set<string>();

  see(event: Event, field: string): void {
    if (isByHand(event)) this.#typed.add(field);
  }

  /** Were all fields typed that hold something and can't be chosen from a list? */
  isByHand(values: ContactValues): boolean {
    return contact_fields.every((field) => field === "service" || !values[field] || this.#typed.has(field));
  }
}

/** Autofill changes a field with a plain event, or as a replacement of its text. */
const isByHand = (event: Event) =>
  event instanceof InputEvent &&
  /^(insert|delete)/.test(event.inputType) &&
  event.inputType !== "insertReplacementText";
