/** Positions of rows, and the scrolling of the page, while a list is reordered. */

/** Returns the list with the item at `from` moved to `to`. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from);
  const item = items[from];
  return item === undefined ? [...items] : [...rest.slice(0, to), item, ...rest.slice(to)];
}

/** Upper and lower edge of a row, in pixels from the top of the page. */
export interface Extent {
  top: number;
  bottom: number;
}

/**
 * Returns the new index of the row at `from` after it is dragged by `distance` pixels. It passes another row when its edge is
 * past the middle of that row.
 */
export function dropIndex(rows: readonly Extent[], from: number, distance: number): number {
  const own = rows[from];
  if (!own) return from;
  const middle = ({ top, bottom }: Extent) => (top + bottom) / 2;
  const passed = rows.filter((row, index) =>
    index < from ? own.top + distance < middle(row) : index > from && own.bottom + distance > middle(row),
  );
  return distance < 0 ? from - passed.length : from + passed.length;
}

/** Returns how far the row at `index` moves, in pixels, while the row at `from` is dragged to `to`. */
export function rowShift(rows: readonly Extent[], index: number, from: number, to: number): number {
  const own = rows[from];
  if (!own || index === from) return 0;
  const next = rows[from + 1];
  const previous = rows[from - 1];
  // Height of the dragged row and of one gap between rows.
  const step = next ? next.top - own.top : own.bottom - (previous ?? own).bottom;
  if (index > from && index <= to) return -step;
  if (index < from && index >= to) return step;
  return 0;
}

/** Distance from an edge of the browser window within which the page scrolls, in pixels. */
const EDGE = 64;
/** In pixels per frame. */
const MAX_SPEED = 16;

/** Returns the speed of scrolling, in pixels per frame, with the pointer at `y` in a browser window of this height. */
export function scrollSpeed(y: number, height: number): number {
  if (y < EDGE) return -MAX_SPEED * Math.min(1, (EDGE - y) / EDGE);
  if (y > height - EDGE) return MAX_SPEED * Math.min(1, (y - height + EDGE) / EDGE);
  return 0;
}
