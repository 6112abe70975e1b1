/** Returns the next page's cursor from a `Link` header (RFC 8288); null on the last page. */
export function nextCursor(link: string | null): string | null {
  const target = link?.split(/,\s*(?=<)/).find((part) => /;\s*rel="?next"?/.test(part));
  const url = /<([^>]*)>/.exec(target ?? "")?.[1];
  return url ? new URL(url, window.location.origin).searchParams.get("cursor") : null;
}
