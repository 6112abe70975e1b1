/**
 * Closes a dialog by going back in the browser's history. Navigating to the screen below instead would add a second history
 * entry of that screen.
 */

let isLeaving = false;

/** Goes back if the current history entry has this key. Calling it twice goes back once. */
export function leaveEntry(key: string): void {
  const current = window.history.state as { key?: unknown } | null;
  if (isLeaving || current?.key !== key) return;
  isLeaving = true;
  // The router's listener runs first, because it was added earlier, and still reads true from `isLeavingEntry`.
  window.addEventListener("popstate", () => (isLeaving = false), { once: true });
  window.history.back();
}

/** Returns whether `leaveEntry` started the navigation in progress. */
export function isLeavingEntry(): boolean {
  return isLeaving;
}
