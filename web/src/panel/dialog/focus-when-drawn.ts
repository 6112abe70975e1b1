type Find = () => HTMLElement | null | undefined;

/** About half a second. */
const MAX_FRAMES = 30;

/**
 * Focuses the element that `find` returns as soon as it is drawn. If that takes too long and nothing has the focus, focuses the
 * element that `findFallback` returns. Does nothing once the user has moved the focus.
 */
export function focusWhenDrawn(find: Find, findFallback: Find): void {
  const before = document.activeElement;
  let framesLeft = MAX_FRAMES;
  requestAnimationFrame(function look() {
    const focused = document.activeElement;
    // The user has moved the focus elsewhere in the meantime.
    if (focused !== before && focused !== document.body) return;
    const found = find();
    if (!found && framesLeft-- > 0) requestAnimationFrame(look);
    else if (found) found.focus();
    else if (focused === document.body) findFallback()?.focus();
  });
}
