/** Queries about contacts, and their keys in the cache. */
import { queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { Timeline, TimelineEntry } from "@/api/types";
import { type Tagged, unlessKnown, versioned } from "@/api/versioned";
import { deepEqual } from "@/lib/deep-equal";
import { pageQuery } from "@/panel/list/use-records";
import { type ContactFilter, CONTACTS } from "./record";

/** Interval at which a contact and its timeline are fetched again while a reply is queued. */
const DELIVERY_MS = 5_000;
/** Interval at which the timeline of an open contact is fetched again otherwise. */
const OPEN_MS = 15_000;

export const contactKeys = {
  lists: ["contacts", "list"],
  board: ["contacts", "board"],
  summary: ["contacts", "summary"],
  record: (id: string) => ["contacts", "record", id] as const,
  timelines: ["contacts", "timeline"],
  timeline: (id: string) => ["contacts", "timeline", id] as const,
} as const;

/** Query of a page of the list. The layout doesn't matter for it. */
export const contactPage = (filter: ContactFilter) => listPage({ ...filter, visao: null, closed: null });

const listPage = pageQuery({
  codec: CONTACTS,
  key: contactKeys.lists,
  meta: { errorTitle: "Erro ao carregar contatos" },
  // Without its layout, the filter has only parameters that the server knows.
  call: ({ order = CONTACTS.defaults.order, ...filter }, signal) =>
    api.GET("/api/contacts", { params: { query: { ...filter, order } }, signal }),
});

export const contactSummary = queryOptions({
  queryKey: contactKeys.summary,
  queryFn: ({ signal }) => body(api.GET("/api/contacts/summary", { signal })),
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
    queryFn: async ({ client, queryKey, signal }) => {
      const known: Tagged<Timeline> | undefined = client.getQueryData(queryKey);
      const current = await unlessKnown(known, (header) =>
        api.GET("/api/contacts/{id}/timeline", { params: { path: { id }, header }, signal }),
      );
      // A colleague may have changed what the record shows, such as the assignee. Who is writing doesn't matter for it.
      if (known && current !== known && !deepEqual(known.entries, current.entries)) {
        void client.invalidateQueries({ queryKey: contactKeys.record(id) });
      }
      return current;
    },
    // Also without a reply on its way, because it shows who else is writing, and new mail.
    refetchInterval: ({ state }) => (state.data?.entries.some(isQueuedReply) ? DELIVERY_MS : OPEN_MS),
    meta: { errorTitle: "Erro ao carregar a linha do tempo" },
  });

export const isQueuedReply = (entry: TimelineEntry) => entry.kind === "reply" && entry.state === "queued";

/** Query of the staff to whom contacts can be assigned, and of former staff who are still assignees. */
export const assignees = queryOptions({
  queryKey: ["contacts", "assignees"],
  queryFn: ({ signal }) => body(api.GET("/api/contacts/assignees", { signal })),
  staleTime: 5 * 60 * 1000,
});

/** Query of the services and sources by which the list can be filtered. */
export const filterValues = queryOptions({
  queryKey: ["contacts", "filter-values"],
  queryFn: ({ signal }) => body(api.GET("/api/contacts/filter-values", { signal })),
  staleTime: 5 * 60 * 1000,
});

export const savedFilters = queryOptions({
  queryKey: ["contacts", "filters"],
  queryFn: ({ signal }) => body(api.GET("/api/contacts/filters", { signal })),
  staleTime: 5 * 60 * 1000,
});

/** Fetches a CSV file of all contacts that match the filter. */
export function exportContacts(filter: ContactFilter): Promise<Blob> {
  const { order, visao, closed, cursor } = CONTACTS.defaults;
  const query = CONTACTS.params({ ...filter, order, visao, closed, cursor });
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
