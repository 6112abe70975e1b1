/** Focuses the input after the one at `removed`, or else the one before it. Until the next render, `box` still has the removed one. */
export function focusBesideLine(box: HTMLElement | null, removed: number, inputs: string): void {
  const found = box?.querySelectorAll<HTMLElement>(inputs);
  (found?.[removed + 1] ?? found?.[removed - 1])?.focus();
}
