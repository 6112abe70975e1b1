const MAX_WAIT_MS = 3000;

/** Runs a callback when the page has no other work, after three seconds at the latest. */
export function whenIdle(callback: () => void): void {
  // Safari has no idle callbacks.
  if ("requestIdleCallback" in window) requestIdleCallback(callback, { timeout: MAX_WAIT_MS });
  else setTimeout(callback, MAX_WAIT_MS);
}
