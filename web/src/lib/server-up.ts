/** Calls the server and returns whether it answered. */
export function isServerUp(): Promise<boolean> {
  return fetch("/healthz/live", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
}
