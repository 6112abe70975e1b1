/** Moves the focus to what is about to be drawn. */

type Find = () => HTMLElement | null | undefined;

/** Half a second, after which what was looked for isn't going to come. */
const FRAMES = 30;

/** Puts the focus on what `find` finds, as soon as it does, or else on what `otherwise` finds. */
export function focusWhenDrawn(find: Find, otherwise: Find): void {
  const had = document.activeElement;
  let left = FRAMES;
  requestAnimationFrame(function look() {
    const has = document.activeElement;
    // Whoever has gone elsewhere meanwhile stays there.
    if (has !== had && has !== document.body) return;
    const found = find();
    if (!found && left-- > 0) requestAnimationFrame(look);
    else (found ?? otherwise())?.focus();
  });
}
