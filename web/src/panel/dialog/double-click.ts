/**
 * Takes a double click for one. Where the first click makes something go away, a row or a window, the second lands on
 * whatever comes in its place, and would act on what nobody meant.
 */
const CONTROLS = "a, button, label, input, select, textarea";

/** Drops the further clicks of a double one whose first has made its own target go away. */
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
