/** The cached contacts, and optimistic changes of them. Each change returns a function that rolls it back. */
import type { QueryClient } from "@tanstack/react-query";

import type { Page } from "@/api/list-page";
import type { Contact } from "@/api/types";
import { type Versioned, versionOf } from "@/api/versioned";
import { setVersions, shownRows } from "@/panel/list/shown-rows";
import { boardKeys } from "./board/queries";
import { contactKeys } from "./queries";

export type Rollback = () => void;

/** Changes a contact in all lists and in its record. */
export async function patchContact(
  cache: QueryClient,
  id: string,
  change: Partial<Contact>,
): Promise<Rollback> {
  const rollback = await beginChange(cache, id);
  const patched = (contact: Contact) => (contact.id === id ? { ...contact, ...change } : contact);
  updatePages(cache, (page) => ({ ...page, items: page.items.map(patched) }));
  cache.setQueryData<Versioned<Contact>>(
    contactKeys.record(id),
    (record) => record && { ...record, value: patched(record.value) },
  );
  return rollback;
}

/** Removes a contact from all lists. */
export async function removeContact(cache: QueryClient, id: string): Promise<Rollback> {
  const rollback = await beginChange(cache, id);
  updatePages(cache, (page) => {
    const items = page.items.filter((contact) => contact.id !== id);
    return { ...page, items, total: page.total - (page.items.length - items.length) };
  });
  return rollback;
}

function updatePages(cache: QueryClient, update: (page: Page<Contact>) => Page<Contact>): void {
  cache.setQueriesData<Page<Contact>>({ queryKey: contactKeys.lists }, (page) => page && update(page));
}

/** Cancels running queries, whose responses would overwrite the change. Returns a function that restores the current data. */
async function beginChange(cache: QueryClient, id: string): Promise<Rollback> {
  const record = contactKeys.record(id);
  await Promise.all([
    cache.cancelQueries({ queryKey: contactKeys.lists }),
    cache.cancelQueries({ queryKey: record }),
  ]);
  const before = [
    ...cache.getQueriesData({ queryKey: contactKeys.lists }),
    ...cache.getQueriesData({ queryKey: record }),
  ];
  return () => before.forEach(([key, data]) => cache.setQueryData(key, data));
}

/** A contact as the user sees it. The version is undefined if the answer of the list doesn't say it. */
type ShownContact = Contact & { version?: number };

const SHOWN = [contactKeys.lists, boardKeys.cards];

/** Returns contacts as the list, the board and their open records show them, by id. */
export function shownContacts(cache: QueryClient, ids: readonly string[]): Map<string, ShownContact> {
  const rows = shownRows<ShownContact>(cache, SHOWN);
  const shown = new Map<string, ShownContact>();
  for (const id of ids) {
    const row = rows.get(id);
    const query = cache.getQueryCache().find<Versioned<Contact>>({ queryKey: contactKeys.record(id) });
    const record = query?.state.data;
    const isNewer = record && versionOf(record) > (row?.version ?? -1);
    // The record of a closed contact may be older than a row without a version.
    if (isNewer && (query.isActive() || row?.version !== undefined))
      shown.set(id, { ...record.value, version: versionOf(record) });
    else if (row) shown.set(id, row);
  }
  return shown;
}

/** Sets the versions of contacts after a change by the user, until they are fetched again. */
export function setContactVersions(
  cache: QueryClient,
  changed: readonly { id: string; version: number }[],
): void {
  setVersions(cache, SHOWN, changed);
  for (const { id, version } of changed) {
    cache.setQueryData<Versioned<Contact>>(
      contactKeys.record(id),
      (record) => record && { ...record, etag: `"${version}"` },
    );
  }
}
