/** Telephone numbers as they are written in Brazil. */

export const digitsOf = (text: string) => text.replace(/\D/g, "");

/**
 * Returns the number at the start of a text, without an extension or a second number; null if there is none.
 * The server has the same rule.
 */
export function mainNumber(text: string, isNumber: (text: string) => boolean): string | null {
  // Tries the longest start first: all characters of a number, then each part of them that ends before a separator.
  const end = text.search(/[^\d\s()+\-./]/);
  const head = end < 0 ? text : text.slice(0, end);
  const cuts = [...head.matchAll(/[ (/-]/g)].map(({ index }) => index);
  const numbers = [head.length, ...cuts.reverse()].map((cut) => head.slice(0, cut).replace(/[ \-/(.]+$/, ""));
  return numbers.find(isNumber) ?? null;
}

/** Returns whether a text is a number with its area code, a non-geographic one (0300, 0500, 0800, 0900), or a foreign one. */
export function isFullNumber(text: string): boolean {
  if (isForeign(text)) return /^\d{8,15}$/.test(digitsOf(text));
  return /^([1-9]\d{9,10}|0[3589]00\d{6,7})$/.test(nationalDigits(text));
}

/** Returns whether a number has another country's code. */
export const isForeign = (text: string) => /^\s*\+(?!\s*55)/.test(text);

/**
 * Returns the digits without Brazil's code and without the zero that is dialed before an area code. Area codes have no
 * zero, so numbers such as 0800 keep theirs.
 */
export function nationalDigits(text: string): string {
  const digits = digitsOf(text);
  const hasCountry = /^\s*\+\s*55/.test(text) || (digits.startsWith("55") && digits.length > 11);
  return (hasCountry ? digits.slice(2) : digits).replace(/^0(?=[1-9]{2})/, "");
}
