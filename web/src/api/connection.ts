/** Whether the server answered the latest call. */
import { isServerUp } from "@/lib/server-up";

let reachable = true;
const listeners = new Set<() => void>();

/** Records whether a call was answered. */
export function setReachable(isReachable: boolean): void {
  if (isReachable === reachable) return;
  reachable = isReachable;
  listeners.forEach((listener) => listener());
}

export const isReachable = () => reachable;

/** Calls `listener` on each change; returns the function that stops it. */
export function onReachableChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls the server, records whether it answered, and returns it. */
export async function checkServer(): Promise<boolean> {
  const isUp = await isServerUp();
  setReachable(isUp);
  return isUp;
}
