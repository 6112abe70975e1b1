/** Logs a failure in the browser's console, where support asks users to look. */
export function logFailure(message: string, error: unknown): void {
  // eslint-disable-next-line no-console -- support asks users for the message
  console.error(message, error);
}
