/** Logs a failure in the browser's console, where support asks users to look. */
export function logFailure(message: string, error: unknown): void {
  // eslint-disable-next-line no-console -- the messages are fixed for compatibility
  console.error(message, error);
}
