/** The cursor in a `Link` header as RFC 8288 has it. */
export function nextCursor(link: string | null): string | null {
  const target = link?.split(/,\s*(?=<)/).find((part) => /;\s*rel="?next"?/.test(part));
  const url = /<([^>]*)>/.exec(target ?? "")?.[1];
  return url ? new URL(url, window.location.origin).searchParams.get("cursor") : null;
}
