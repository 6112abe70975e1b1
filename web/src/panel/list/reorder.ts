/** Where things go when a list is put into another order. */

/** The list with the item at `from` at `to`. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, index) => index !== from);
  const item = items[from];
  return item === undefined ? [...items] : [...rest.slice(0, to), item, ...rest.slice(to)];
}

/** A row's extent, from the top of the page. */
export interface Extent {
  top: number;
  bottom: number;
}

/** The place of the row at `from` once it is dragged by `distance`: past the middle of those it takes it from. */
export function dropIndex(rows: readonly Extent[], from: number, distance: number): number {
  const own = rows[from];
  if (!own) return from;
  const middle = ({ top, bottom }: Extent) => (top + bottom) / 2;
  const passed = rows.filter((row, index) =>
    index < from ? own.top + distance < middle(row) : index > from && own.bottom + distance > middle(row),
  );
  return distance < 0 ? from - passed.length : from + passed.length;
}

/** How far the row at `index` makes way while the one at `from` is over the place `to`. */
export function yieldBy(rows: readonly Extent[], index: number, from: number, to: number): number {
  const own = rows[from];
  if (!own || index === from) return 0;
  // With the gap to the next one, so that rows end up exactly where they will be.
  const next = rows[from + 1] ?? own;
  const previous = rows[from - 1] ?? own;
  const step = next !== own ? next.top - own.top : own.bottom - previous.bottom;
  if (index > from && index <= to) return -step;
  if (index < from && index >= to) return step;
  return 0;
}

/** How fast to scroll, in pixels a frame, when the pointer is this near the edge of the window. */
export function scrollSpeed(y: number, height: number): number {
  const EDGE = 64;
  const FASTEST = 16;
  if (y < EDGE) return -FASTEST * Math.min(1, (EDGE - y) / EDGE);
  if (y > height - EDGE) return FASTEST * Math.min(1, (y - height + EDGE) / EDGE);
  return 0;
}
