/** Whether the server could be reached the last time it was tried. */
let is_reached = true;
const listeners = new Set<() => void>();

export function tellReached(reached: boolean): void {
  if (reached === is_reached) return;
  is_reached = reached;
  listeners.forEach((changed) => changed());
}

export const isReached = () => is_reached;

export function onReachedChange(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
