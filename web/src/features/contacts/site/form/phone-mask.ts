/** Formats Brazilian phone numbers while they are typed. */
import { digitsOf, isForeign, isFullNumber, mainNumber, nationalDigits } from "@/lib/phone";

/**
 * Formats a Brazilian number as `(11) 99999-9999` or `(11) 9999-9999`. A trailing separator is never added, so that the
 * visitor can delete from the end. Numbers of other countries and nationwide numbers such as 0800 stay as they were typed.
 */
export function maskPhone(text: string): string {
  if (isForeign(text)) return text;
  const digits = nationalDigits(text);
  if (digits.length > 11 || digits.startsWith("0") || hasMore(text, digits)) return text;
  // Letters stay in the field, so that validation can refuse them.
  if (digits.length === 0) return /\p{L}/u.test(text) ? text : "";
  const area = digits.slice(0, 2);
  const number = digits.slice(2);
  if (number.length === 0) return `(${area}`;
  const split = number.length > 8 ? 5 : 4;
  const tail = number.slice(split);
  return `(${area}) ${number.slice(0, split)}${tail ? `-${tail}` : ""}`;
}

/** Returns whether an extension or a second number follows the number. */
const hasMore = (text: string, digits: string) =>
  /[^\d\s()+\-.]/.test(text) || (digits.length >= 10 && /\s$/.test(text));

/** Returns whether the text has a complete number, optionally followed by an extension or a second number. */
export const isPhone = (text: string) => mainNumber(text, isFullNumber) !== null;

/** Returns the caret position in masked text that has `count` digits before it. */
export function caretAfterDigits(masked: string, count: number): number {
  let seen = 0;
  for (let position = 0; position < masked.length; position += 1) {
    if (seen === count) return position;
    if (/\d/.test(masked.charAt(position))) seen += 1;
  }
  return masked.length;
}

/** Masks the value of a field. The caret stays after the same digit. */
export function maskPhoneField(field: HTMLInputElement): void {
  const typed = field.value;
  const masked = maskPhone(typed);
  if (masked === typed) return;
  const caret = field.selectionStart ?? typed.length;
  const digitsBefore = digitsOf(typed.slice(0, caret)).length - droppedDigits(typed);
  const isAtEnd = caret === typed.length;
  field.value = masked;
  const position = isAtEnd ? masked.length : caretAfterDigits(masked, Math.max(digitsBefore, 0));
  field.setSelectionRange(position, position);
}

/** Returns how many digits the mask removes, such as the country code. */
const droppedDigits = (text: string) => digitsOf(text).length - nationalDigits(text).length;
