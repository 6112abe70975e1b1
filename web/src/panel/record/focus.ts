/**
 * Moves the focus when the element that had it is removed. A list of a kind has `data-kind`, in it the element that opens
 * a record has `data-record`; the button for a new record has `data-new`.
 */
/** Focuses a record, or the button for a new one if the record isn't shown. */
export function focusRecord(id: string | undefined, kind: string): void {
  const add = () => document.querySelector<HTMLElement>(`[data-new="${kind}"]`);
  const find = () => recordsOf(kind).find((element) => element.dataset["record"] === id);
  focusWhenDrawn(id === undefined ? add : find, add);
}

/** Returns the id of the record after this one, or else of the one before it. */
export function neighborOf(id: string, kind: string): string | undefined {
  const all = recordsOf(kind);
  const index = all.findIndex((element) => element.dataset["record"] === id);
  return (all[index + 1] ?? all[index - 1])?.dataset["record"];
}

function recordsOf(kind: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-kind="${kind}"] [data-record]`)];
}

type Find = () => HTMLElement | null | undefined;

/** About half a second. */
const MAX_FRAMES = 30;

/** Focuses the element that `find` returns as soon as it is drawn; if that takes too long, the one of `otherwise`. */
export function focusWhenDrawn(find: Find, otherwise: Find): void {
  const before = document.activeElement;
  let left = MAX_FRAMES;
  requestAnimationFrame(function look() {
    const focused = document.activeElement;
    // The user has moved the focus elsewhere in the meantime.
    if (focused !== before && focused !== document.body) return;
    const found = find();
    if (!found && left-- > 0) requestAnimationFrame(look);
    else (found ?? otherwise())?.focus();
  });
}
