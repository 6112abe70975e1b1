/** The cached contacts, and optimistic changes of them. Each change returns a function that rolls it back. */
import type { InfiniteData, QueryClient } from "@tanstack/react-query";

import type { Page } from "@/api/list-page";
import type { Contact } from "@/api/types";
import type { Versioned } from "@/api/versioned";
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

type Rows = Page<Contact> | InfiniteData<Page<Contact>>;

/** Queries for rows of contacts: of the list and of the board. */
const ROWS = [contactKeys.lists, boardKeys.cards];

const pagesOf = (rows: Rows) => ("pages" in rows ? rows.pages : [rows]);

/** Returns contacts as the list, the board and their records show them, by id. The newest version counts. */
export function shownContacts(cache: QueryClient, ids: readonly string[]): Map<string, Contact> {
  const rows = ROWS.flatMap((queryKey) => cache.getQueriesData<Rows>({ queryKey, type: "active" }));
  const records = ids.map((id) => cache.getQueryData<Versioned<Contact>>(contactKeys.record(id))?.value);
  const contacts = rows.flatMap(([, data]) => (data ? pagesOf(data).flatMap(({ items }) => items) : []));
  const shown = new Map<string, Contact>();
  for (const contact of [...contacts, ...records]) {
    if (!contact || !ids.includes(contact.id)) continue;
    if ((shown.get(contact.id)?.version ?? 0) <= contact.version) shown.set(contact.id, contact);
  }
  return shown;
}

/** Sets the versions of contacts after a change by the user, until they are fetched again. */
export function setVersions(cache: QueryClient, changed: readonly Pick<Contact, "id" | "version">[]): void {
  const versions = new Map(changed.map(({ id, version }) => [id, version]));
  const update = (contact: Contact) => ({ ...contact, version: versions.get(contact.id) ?? contact.version });
  const updatePage = (page: Page<Contact>) => ({ ...page, items: page.items.map(update) });
  for (const queryKey of ROWS) {
    cache.setQueriesData<Rows>({ queryKey }, (rows) =>
      rows && "pages" in rows ? { ...rows, pages: rows.pages.map(updatePage) } : rows && updatePage(rows),
    );
  }
  for (const { id, version } of changed) {
    cache.setQueryData<Versioned<Contact>>(
      contactKeys.record(id),
      (record) => record && { etag: `"${version}"`, value: { ...record.value, version } },
    );
  }
}
