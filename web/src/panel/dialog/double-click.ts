/**
 * Protects against double clicks. If the first click removes a row or a dialog, the second one would hit the element
 * that has moved there.
 */

const CONTROLS = "a, button, label, input, select, textarea";

/** Drops the second and later clicks of a multiple click if the first one has removed its target. */
export function dropStrayClicks(page: Document): void {
  let pressed: Element | null = null;
  page.addEventListener(
    "mousedown",
    ({ detail, target }) => {
      if (detail > 1 || !(target instanceof Element)) return;
      pressed = target.closest(CONTROLS) ?? target;
    },
    { capture: true },
  );
  page.addEventListener(
    "click",
    (event) => {
      if (event.detail < 2 || !pressed || pressed.isConnected) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}
