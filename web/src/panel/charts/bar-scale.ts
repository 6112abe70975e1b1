/** The arithmetic of a bar chart. */

const MAX_STEPS = 4;

/** Round whole numbers from 0 to at least `most`, few enough to read. */
export function ticksUpTo(most: number): number[] {
  const step = stepFor(Math.max(1, most));
  const count = Math.ceil(Math.max(1, most) / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

function stepFor(most: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [1, 2, 5].map((digit) => digit * power).find((step) => most / step <= MAX_STEPS);
    if (step !== undefined) return step;
  }
}

/** Which bars have their name under the axis: the last, and from there back every so many. */
export function namedBars(count: number, every: number): number[] {
  const named = [];
  for (let index = count - 1; index >= 0; index -= every) named.unshift(index);
  return named;
}

/** The bar under a pointer that is `offset` from the left of a chart `width` wide. */
export function barAt(offset: number, width: number, count: number): number {
  if (width <= 0) return 0;
  return Math.min(count - 1, Math.max(0, Math.floor((offset / width) * count)));
}

/** Where a key leads from a bar; nowhere if it isn't one that moves. */
export function barByKey(key: string, current: number, count: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return Math.max(0, current - 1);
    case "ArrowRight":
    case "ArrowUp":
      return Math.min(last, current + 1);
    case "PageDown":
      return Math.max(0, current - 7);
    case "PageUp":
      return Math.min(last, current + 7);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}
