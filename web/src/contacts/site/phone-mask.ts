/** The Brazilian way of writing a telephone number, applied while it is typed. */

/**
 * `(11) 99999-9999` or `(11) 9999-9999`. A separator appears only once a digit follows it, so that deleting never
 * meets one that comes back. Numbers of other countries stay as they were typed.
 */
export function maskPhone(text: string): string {
  if (/^\s*\+(?!\s*55)/.test(text)) return text;
  const digits = nationalDigits(text);
  const area = digits.slice(0, 2);
  const number = digits.slice(2, 11);
  if (digits.length > 11) return text;
  if (digits.length === 0) return "";
  if (number.length === 0) return `(${area}`;
  const split = number.length > 8 ? 5 : 4;
  const tail = number.slice(split);
  return `(${area}) ${number.slice(0, split)}${tail ? `-${tail}` : ""}`;
}

/** Area code and eight or nine digits, or another country's number with its `+`. */
export function isPhone(text: string): boolean {
  const foreign = /^\s*\+(?!\s*55)/.test(text);
  const { length } = foreign ? digitsOf(text) : nationalDigits(text);
  return foreign ? length >= 8 && length <= 15 : length === 10 || length === 11;
}

/** Where the caret belongs in masked text so that the same number of digits stays before it. */
export function caretAfterDigits(masked: string, count: number): number {
  let seen = 0;
  for (let position = 0; position < masked.length; position += 1) {
    if (seen === count) return position;
    if (/\d/.test(masked.charAt(position))) seen += 1;
  }
  return masked.length;
}

/** Masks a field in place, leaving the caret where the person is editing. */
export function maskPhoneField(field: HTMLInputElement): void {
  const caret = field.selectionStart ?? field.value.length;
  const before = digitsOf(field.value.slice(0, caret)).length - countryDigits(field.value);
  const at_end = caret === field.value.length;
  const masked = maskPhone(field.value);
  if (masked === field.value) return;
  field.value = masked;
  const position = at_end ? masked.length : caretAfterDigits(masked, Math.max(before, 0));
  field.setSelectionRange(position, position);
}

const digitsOf = (text: string) => text.replace(/\D/g, "");

const countryDigits = (text: string) => digitsOf(text).length - nationalDigits(text).length;

function nationalDigits(text: string): string {
  const digits = digitsOf(text);
  const with_country = /^\s*\+\s*55/.test(text) || (digits.startsWith("55") && digits.length > 11);
  return with_country ? digits.slice(2) : digits;
}
