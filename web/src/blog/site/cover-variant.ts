/** How many ways a cover's drawing is shown in: `post-cover.css` has a rule for each. */
export const VARIANTS = 8;

/** The way that belongs to an address, always the same. */
export function variantOf(url: string): number {
  let hash = 0;
  for (const character of url) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return hash % VARIANTS;
}
