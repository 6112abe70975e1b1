/** Loads the data of another page of the site, to show it without leaving this one. */
import type { Document } from "./types";

const OPEN = '<script type="application/json" id="document">';

/** Returns the data in a page's HTML; null if the address isn't a page of the site, so the browser must open it. */
export async function loadDocument(url: string, signal?: AbortSignal): Promise<Document | null> {
  const response = await fetch(url, { headers: { Accept: "text/html" }, signal: signal ?? null });
  const html = await response.text();
  const start = html.indexOf(OPEN);
  // The server writes `<` as an escape, so the first end tag is this element's.
  const end = html.indexOf("</script>", start);
  if (!response.ok || start < 0 || end < 0) return null;
  return JSON.parse(html.slice(start + OPEN.length, end)) as Document;
}
