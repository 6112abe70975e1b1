/** Closes a window by going back in the browser's history, so that it leaves no second entry of the screen below it. */

let isLeaving = false;

/** Goes back from the entry with this key. Does nothing if it has been left already, so that no close goes back twice. */
export function leaveEntry(key: string): void {
  const current = window.history.state as { key?: unknown } | null;
  if (isLeaving || current?.key !== key) return;
  isLeaving = true;
  // The router, which listens for longer, handles the event first.
  window.addEventListener("popstate", () => (isLeaving = false), { once: true });
  window.history.back();
}

/** Returns whether the navigation in progress is one of `leaveEntry`. */
export function isLeavingEntry(): boolean {
  return isLeaving;
}
