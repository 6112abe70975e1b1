const SCRIPT = '<script type="application/json">';

/**
 * Loads the props of an island on another page of the site, to show it without leaving this one. Null if the page doesn't have
 * the island, so the browser must open it.
 */
export async function loadIsland(url: string, name: string, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { headers: { Accept: "text/html" }, signal: signal ?? null });
  const html = await response.text();
  const island = html.indexOf(`data-island="${name}"`);
  const start = html.indexOf(SCRIPT, island);
  // `Island` writes `<` as an escape, so the first end tag is this element's.
  const end = html.indexOf("</script>", start);
  if (!response.ok || island < 0 || start < 0 || end < 0) return null;
  return JSON.parse(html.slice(start + SCRIPT.length, end));
}
