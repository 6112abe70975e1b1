/**
 * Returns text without accents, case and extra white space, for searches in the browser. The server's `text::fold` has the same
 * rules.
 */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim().replace(/\s+/g, " ");
}
