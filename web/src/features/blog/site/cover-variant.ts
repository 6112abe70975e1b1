/** Number of cover variants; `post-cover.css` has a rule for each. */
export const VARIANTS = 8;

/** Returns the variant of a URL, derived from its hash. */
export function variantOf(url: string): number {
  let hash = 0;
  for (const character of url) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return hash % VARIANTS;
}
