/** Optimistic changes to cached contacts. Each returns a function that rolls the change back. */
import type { QueryClient } from "@tanstack/react-query";

import type { Page } from "@/api/list-page";
import type { Contact } from "@/api/types";
import type { Versioned } from "@/api/versioned";
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
