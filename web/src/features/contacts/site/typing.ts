/**
 * Finds out whether a form was typed by hand. Autofill takes no time, so the speed of an autofilled form doesn't
 * distinguish a robot from a person.
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

/** Returns false for autofill, whose events have no input type or replace the text. */
const isKeyInput = (event: Event) =>
  event instanceof InputEvent &&
  /^(insert|delete)/.test(event.inputType) &&
  event.inputType !== "insertReplacementText";
