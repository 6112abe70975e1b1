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

/** Asks the server for a sign of life, and says whether it gave one. */
export async function tryServer(): Promise<boolean> {
  const reached = await fetch("/healthz/live", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
  tellReached(reached);
  return reached;
}
