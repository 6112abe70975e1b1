/** Telephone numbers as people of Brazil write them. */

export const digitsOf = (text: string) => text.replace(/\D/g, "");

/** With another country's code. */
export const isForeign = (text: string) => /^\s*\+(?!\s*55)/.test(text);

/**
 * Without Brazil's code, and without the zero that is dialled before an area code. No area code has a zero in it: 0800
 * and its like keep theirs.
 */
export function nationalDigits(text: string): string {
  const digits = digitsOf(text);
  const has_country = /^\s*\+\s*55/.test(text) || (digits.startsWith("55") && digits.length > 11);
  return (has_country ? digits.slice(2) : digits).replace(/^0(?=[1-9]{2})/, "");
}
