/** Tells code that couldn't be fetched from code that breaks. Listens from the moment it is loaded. */

const failures = new WeakSet<object>();

window.addEventListener("vite:preloadError", ({ payload }) => failures.add(payload));

export const isFailedImport = (error: unknown): boolean =>
  typeof error === "object" && error !== null && failures.has(error);
