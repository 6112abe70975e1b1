/**
 * Detects whether a form was typed by hand. The time it took to fill in a form distinguishes robots from people only in this
 * case, because autofill is instant.
 */
import { CONTACT_FIELDS, type ContactValues } from "./contact-values";

export class Typing {
  readonly #typed = new Set<string>();

  /** Records an input event of a field. */
  record(event: Event, field: string): void {
    if (isKeyInput(event)) this.#typed.add(field);
  }

  /** Returns whether all filled text fields were typed. */
  isByHand(values: ContactValues): boolean {
    return CONTACT_FIELDS.every((field) => field === "service" || !values[field] || this.#typed.has(field));
  }
}

/**
 * Returns whether an event is input by keys or by pasting. Events of autofill have no input type, or one that replaces the
 * text.
 */
const isKeyInput = (event: Event) =>
  event instanceof InputEvent &&
  /^(insert|delete)/.test(event.inputType) &&
  event.inputType !== "insertReplacementText";
