/** Whether it worked: browsers keep the clipboard from pages that came over plain http, and people may refuse it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
