/** What a history entry remembers of a list: cursors only lead forwards, so the way back is kept with it. */
export interface ListState {
  trail: string[];
}

export function readState(state: unknown): ListState {
  const trail: unknown = typeof state === "object" && state !== null && "trail" in state ? state.trail : [];
  return { trail: Array.isArray(trail) ? trail.filter((cursor) => typeof cursor === "string") : [] };
}
