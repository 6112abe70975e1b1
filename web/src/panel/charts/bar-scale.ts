/** Axis ticks of a bar chart, and positions of its bars. */

const MAX_STEPS = 4;
/** Number of bars by which PageUp and PageDown move: the days of a week. */
const PAGE = 7;

/** Returns a few round whole numbers from 0 to at least `max`. */
export function ticksUpTo(max: number): number[] {
  const top = Math.max(1, max);
  const step = stepFor(top);
  const count = Math.ceil(top / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

function stepFor(max: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [1, 2, 5].map((digit) => digit * power).find((step) => max / step <= MAX_STEPS);
    if (step !== undefined) return step;
  }
}

/** Returns the indexes of the bars that have a label: the last one, and before it one in `every`. */
export function labeledBars(count: number, every: number): number[] {
  const labeled = [];
  for (let index = count - 1; index >= 0; index -= every) labeled.unshift(index);
  return labeled;
}

/** Returns the index of the bar under a pointer, `offset` pixels from the left edge of the chart. */
export function barAt(offset: number, width: number, count: number): number {
  if (width <= 0) return 0;
  return Math.min(count - 1, Math.max(0, Math.floor((offset / width) * count)));
}

/** Returns the index of the bar that a key moves to; undefined for other keys. */
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
      return Math.max(0, current - PAGE);
    case "PageUp":
      return Math.min(last, current + PAGE);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}
