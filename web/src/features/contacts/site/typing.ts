/**
 * Whether a form was typed by hand. Autofill takes no time, so the sending speed of an autofilled form doesn't tell a
 * robot from a person.
 */
import { contact_fields, type ContactValues } from "./contact-values";

export class Typing {
  readonly #typed = new Set<string>();

  see(event: Event, field: string): void {
    if (isByHand(event)) this.#typed.add(field);
  }

  /** Returns whether all filled text fields were typed. */
  isByHand(values: ContactValues): boolean {
    return contact_fields.every((field) => field === "service" || !values[field] || this.#typed.has(field));
  }
}

/** Autofill fires an event without an input type, or one that replaces the text. */
const isByHand = (event: Event) =>
  event instanceof InputEvent &&
  /^(insert|delete)/.test(event.inputType) &&
  event.inputType !== "insertReplacementText";
