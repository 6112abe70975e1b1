/** Contacts as the server gives them, and the keys they are cached under. */
import { queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import { nextCursor } from "@/api/next-cursor";
import type { Contact, Folder, TimelineEntry } from "@/api/types";
import { type Reach, reachOf } from "@/panel/list/search-coverage";
import type { ContactFilter } from "./contact-filter";

export const PAGE_SIZE = 50;

/** How often a contact is fetched again while its answer is queued. */
const DELIVERY_MS = 5_000;

export interface ContactPage {
  contacts: Contact[];
  /** How many match in all. */
  total: number;
  /** How far they were looked for and counted. */
  reach: Reach;
  /** The next page's cursor. */
  next: string | null;
}

/** A contact with the version it has, which a change can be made to depend on. */
export interface ContactRecord {
  contact: Contact;
  etag: string | null;
}

export const contactKeys = {
  lists: ["contacts", "list"],
  list: (filter: ContactFilter) => ["contacts", "list", filter] as const,
  summary: ["contacts", "summary"],
  record: (id: string) => ["contacts", "record", id] as const,
  timelines: ["contacts", "timeline"],
  timeline: (id: string) => ["contacts", "timeline", id] as const,
} as const;

export const contactPage = (filter: ContactFilter) =>
  queryOptions({
    queryKey: contactKeys.list(filter),
    queryFn: async ({ signal }): Promise<ContactPage> => {
      const query = {
        ...serverFilter(filter),
        ...(filter.folder === "inbox" && { order: filter.order }),
        limit: PAGE_SIZE,
        ...(filter.cursor && { cursor: filter.cursor }),
      };
      const { data = [], response } = await api.GET("/api/contacts", { params: { query }, signal });
      return {
        contacts: data,
        total: Number(response.headers.get("X-Total-Count") ?? data.length),
        reach: reachOf(response.headers),
        next: nextCursor(response.headers.get("Link")),
      };
    },
    // The rows stay while others of the same folder come; another folder starts from nothing.
    placeholderData: (previous: ContactPage | undefined, query) =>
      folderOf(query?.queryKey) === filter.folder ? previous : undefined,
    meta: { error_title: "Erro ao carregar contatos" },
  });

export const contactSummary = queryOptions({
  queryKey: contactKeys.summary,
  queryFn: ({ signal }) => body(api.GET("/api/contacts/summary", { signal })),
});

export const contactRecord = (id: string) =>
  queryOptions({
    queryKey: contactKeys.record(id),
    queryFn: async ({ signal }): Promise<ContactRecord> => {
      const call = api.GET("/api/contacts/{id}", { params: { path: { id } }, signal });
      return { contact: await body(call), etag: await etagOf(call) };
    },
    refetchInterval: ({ state }) => (state.data?.contact.delivery === "queued" ? DELIVERY_MS : false),
    meta: { error_title: "Erro ao carregar contatos" },
  });

/** What has happened between the company and the person of a contact. */
export const contactTimeline = (id: string) =>
  queryOptions({
    queryKey: contactKeys.timeline(id),
    queryFn: ({ signal }) =>
      body(api.GET("/api/contacts/{id}/timeline", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.entries.some(isQueued) ? DELIVERY_MS : false),
    meta: { error_title: "Erro ao carregar a linha do tempo" },
  });

const isQueued = (entry: TimelineEntry) => entry.kind === "reply" && entry.state === "queued";

/** Those whom contacts can be assigned to, and those without access who have some left. */
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

/** A filter as the server takes it: without what it assumes anyway. */
export function serverFilter({ search, status, folder, assigned }: ContactFilter) {
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(folder !== "inbox" && { folder }),
    ...(assigned && { assigned }),
  };
}

export async function etagOf(call: Promise<{ response: Response }>): Promise<string | null> {
  return (await call).response.headers.get("ETag");
}

function folderOf(key: readonly [string, string, ContactFilter] | undefined): Folder | undefined {
  return key?.[2].folder;
}
