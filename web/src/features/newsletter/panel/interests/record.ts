/** The interests that the site offers to subscribers, and the calls to the server. */
import { queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { Interests } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import type { VersionedRecord } from "@/panel/edit/versioned-record";

export const MAX_INTERESTS = 20;

const find = (signal?: AbortSignal) =>
  body(api.GET("/api/newsletter/interests", { ...(signal && { signal }) }));

export const interests = queryOptions({
  queryKey: ["newsletter", "interests"],
  queryFn: ({ signal }) => find(signal),
});

/** The list has no version number: a change names the interests that were read. */
export const unnumbered = (value: Interests): Versioned<Interests> => ({ value, etag: null });

/** How the dialog reads, merges and writes the list. A draft has the slugs of the offered interests. */
export const INTERESTS: VersionedRecord<Interests, readonly string[]> = {
  draftOf: ({ offered }) => offered.map(({ slug }) => slug),
  isSame: (one, other) => one.length === other.length && one.every((slug) => other.includes(slug)),
  // Two people's changes conflict only if the site would offer too many interests.
  merge: (base, mine, theirs) => {
    const left = theirs.filter((slug) => mine.includes(slug) || !base.includes(slug));
    const added = mine.filter((slug) => !base.includes(slug) && !theirs.includes(slug));
    const draft = [...left, ...added];
    if (draft.length <= MAX_INTERESTS) return { draft, conflicts: [] };
    const texts = { mine: mine.join(", "), theirs: theirs.join(", ") };
    return { draft: mine, conflicts: [{ name: "slugs", label: "Assuntos de interesse", ...texts }] };
  },
  take: (draft, theirs, names) => (names.length > 0 ? theirs : draft),
  read: async () => unnumbered(await find()),
  write: async ({ value }, slugs) => {
    const input = { slugs: [...slugs], seen: [...INTERESTS.draftOf(value)] };
    return unnumbered(await body(api.PUT("/api/newsletter/interests", { body: input })));
  },
  lastSaver: () => Promise.resolve(undefined),
};
