/** The name of an attempt: 128 random bits. `crypto.randomUUID` would do, but browsers have it on safe connections only. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
