/** Copies a text and returns whether it worked: the clipboard needs a secure connection and may be blocked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
