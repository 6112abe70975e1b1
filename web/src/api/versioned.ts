/** Reads records with their version, changes them conditionally, and lists their earlier versions. */
import { infiniteQueryOptions } from "@tanstack/react-query";

import { body } from "./client";
import { nextCursor } from "./list-page";
import type { HistoryEntry } from "./types";

/** A value read from a record, with the version of the record. */
export interface Versioned<Value> {
  value: Value;
  /** Entity tag of the version, which a conditional change sends as `If-Match`. */
  etag: string | null;
}

/**
 * Returns the version number of an entity tag such as `"3"`, or -1 without one. A proxy that compresses responses changes the
 * tag to `W/"3"` or `"3-gzip"`.
 */
export function versionOf({ etag }: Versioned<unknown>): number {
  return Number(/"(\d+)/.exec(etag ?? "")?.[1] ?? -1);
}

/** Returns the body of a call with its entity tag. */
export async function versioned<Value>(
  call: Promise<{ data?: Value; response: Response }>,
): Promise<Versioned<Value>> {
  return { value: await body(call), etag: (await call).response.headers.get("ETag") };
}

/** An answer that is requested again and again, with its entity tag. */
export type Tagged<Value> = Value & { etag?: string | null };

/** Returns the answer of a call that sends the entity tag of the `known` one; `known`, if the server says that it has not changed. */
export async function unlessKnown<Value extends object>(
  known: Tagged<Value> | undefined,
  find: (header: { "If-None-Match"?: string }) => Promise<{ data?: Value; response: Response }>,
): Promise<Tagged<Value>> {
  const { data, response } = await find(known?.etag ? { "If-None-Match": known.etag } : {});
  if (data) return { ...data, etag: response.headers.get("ETag") };
  if (known) return known;
  throw new Error("the server has sent no answer");
}

/**
 * Parameters of a change that the server refuses with 412 if the record has changed since. Without an entity tag, the change is
 * unconditional.
 */
export const ifMatch = (etag: string | null) => (etag ? { header: { "If-Match": etag } } : {});

/** Parameters of a request that has no further effect if it is repeated with the same key. */
export const idempotencyKey = (key: string) => ({ header: { "Idempotency-Key": key } });

interface HistoryQuery {
  cursor?: number;
  limit?: number;
}

/** Requests one page of a record's history, newest version first. */
export type FindHistory = (
  query: HistoryQuery,
  signal?: AbortSignal,
) => Promise<{ data?: HistoryEntry[]; response: Response }>;

/** Returns a query for all pages of a record's history. */
export const historyQuery = (queryKey: readonly unknown[], find: FindHistory) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === null ? {} : { cursor: Number(pageParam) };
      const { data, response } = await find(query, signal);
      return { entries: data ?? [], next: nextCursor(response.headers.get("Link")) };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** Returns the history entry of the current version; undefined if the record has no history. */
export async function findLatestEntry(find: FindHistory): Promise<HistoryEntry | undefined> {
  return (await body(find({ limit: 1 })))[0];
}
