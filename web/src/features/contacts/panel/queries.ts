/** Queries about contacts, and their keys in the cache. */
import { queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { TimelineEntry } from "@/api/types";
import { versioned } from "@/api/versioned";
import { pageQuery } from "@/panel/list/use-records";
import { type ContactFilter, CONTACTS } from "./record";

/** Interval at which rows and counts of tabs are fetched again, because contacts arrive and deadlines pass. */
export const REFRESH_MS = 60_000;

/** Interval at which a contact and its timeline are fetched again while a reply is queued. */
const DELIVERY_MS = 5_000;

export const contactKeys = {
  lists: ["contacts", "list"],
  summary: ["contacts", "summary"],
  record: (id: string) => ["contacts", "record", id] as const,
  timelines: ["contacts", "timeline"],
  timeline: (id: string) => ["contacts", "timeline", id] as const,
} as const;

/**
 * Query of a page of the list. Only the inbox, which `call` gets without a folder, has a choice of orders. The other folders
 * are listed newest first.
 */
export const contactPage = pageQuery({
  codec: CONTACTS,
  key: contactKeys.lists,
  meta: { errorTitle: "Erro ao carregar contatos" },
  refetchInterval: REFRESH_MS,
  call: ({ folder, order = CONTACTS.defaults.order, ...filter }, signal) => {
    const query = { ...filter, ...(folder ? { folder } : { order }) };
    return api.GET("/api/contacts", { params: { query }, signal });
  },
});

export const contactSummary = queryOptions({
  queryKey: contactKeys.summary,
  queryFn: ({ signal }) => body(api.GET("/api/contacts/summary", { signal })),
  refetchInterval: REFRESH_MS,
});

export const contactRecord = (id: string) =>
  queryOptions({
    queryKey: contactKeys.record(id),
    queryFn: ({ signal }) => versioned(api.GET("/api/contacts/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.value.delivery === "queued" ? DELIVERY_MS : false),
  });

/** Query of the timeline of the person who sent a contact. */
export const contactTimeline = (id: string) =>
  queryOptions({
    queryKey: contactKeys.timeline(id),
    queryFn: ({ signal }) =>
      body(api.GET("/api/contacts/{id}/timeline", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.entries.some(isQueuedReply) ? DELIVERY_MS : false),
    meta: { errorTitle: "Erro ao carregar a linha do tempo" },
  });

export const isQueuedReply = (entry: TimelineEntry) => entry.kind === "reply" && entry.state === "queued";

/** Query of the staff to whom contacts can be assigned, and of former staff who are still assignees. */
export const assignees = queryOptions({
  queryKey: ["contacts", "assignees"],
  queryFn: ({ signal }) => body(api.GET("/api/contacts/assignees", { signal })),
  staleTime: 5 * 60 * 1000,
});

export const savedFilters = queryOptions({
  queryKey: ["contacts", "filters"],
  queryFn: ({ signal }) => body(api.GET("/api/contacts/filters", { signal })),
  staleTime: 5 * 60 * 1000,
});

/** Fetches a CSV file of all contacts that match the filter. */
export function exportContacts({ search, status, folder, assigned }: ContactFilter): Promise<Blob> {
  const query = CONTACTS.params({ search, status, folder, assigned });
  return body(api.GET("/api/contacts/export.csv", { params: { query }, parseAs: "blob" }));
}

/** Query of a consent text, which never changes. */
export const consentText = (hash: string) =>
  queryOptions({
    queryKey: ["contacts", "consent", hash],
    queryFn: ({ signal }) =>
      body(api.GET("/api/consent-texts/{hash}", { params: { path: { hash } }, signal })),
    staleTime: Infinity,
  });
