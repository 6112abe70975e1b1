import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;

/** Returns the start of the current minute, in milliseconds. The component renders again each minute. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, currentMinute);
}

const currentMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

function subscribe(changed: () => void): () => void {
  const timer = setInterval(changed, MINUTE_MS);
  return () => clearInterval(timer);
}
