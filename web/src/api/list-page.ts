/** One page of a list, as the body and the headers of an answer describe it. */
export interface Page<Item> {
  items: Item[];
  /** Number of matching records on all pages. */
  total: number;
  coverage: Coverage;
  /** Cursor of the next page; null on the last page. */
  next: string | null;
  /** Set on the first page if it replaces a page whose cursor the server refused. */
  replacesInvalid?: true;
}

/** The part of the records that a search has read and counted. */
export interface Coverage {
  /** Whether more than `total` records match. */
  hasMore: boolean;
  /** Number of records searched, from the top of the list; null if all were searched. */
  searchedFirst: number | null;
}

export const FULL_COVERAGE: Coverage = { hasMore: false, searchedFirst: null };

export function pageOf<Item>(items: Item[], { headers }: Response): Page<Item> {
  return {
    items,
    total: Number(headers.get("X-Total-Count") ?? items.length),
    coverage: coverageOf(headers),
    next: nextCursor(headers.get("Link")),
  };
}

export function coverageOf(headers: Headers): Coverage {
  const first = headers.get("X-Searched-First");
  return {
    hasMore: headers.get("X-Total-More") === "true",
    searchedFirst: first === null ? null : Number(first),
  };
}

/** Returns the cursor of the next page from a `Link` header (RFC 8288); null on the last page. */
export function nextCursor(link: string | null): string | null {
  const target = link?.split(/,\s*(?=<)/).find((part) => /;\s*rel="?next"?/.test(part));
  const url = /<([^>]*)>/.exec(target ?? "")?.[1];
  return url ? new URL(url, window.location.origin).searchParams.get("cursor") : null;
}
