/** Changes to the cached contacts ahead of the server's answer, each with its way back. */
import type { QueryClient } from "@tanstack/react-query";

import type { Page } from "@/api/list-page";
import type { Contact } from "@/api/types";
import { contactKeys, type ContactRecord } from "./contact-queries";

type Rollback = () => void;

/** Shows a contact as it is going to be. */
export async function patchContact(
  cache: QueryClient,
  id: string,
  change: Partial<Contact>,
): Promise<Rollback> {
  const rollback = await snapshot(cache, id);
  const patched = (contact: Contact) => (contact.id === id ? { ...contact, ...change } : contact);
  updatePages(cache, (page) => ({ ...page, items: page.items.map(patched) }));
  cache.setQueryData<ContactRecord>(
    contactKeys.record(id),
    (record) => record && { ...record, contact: patched(record.contact) },
  );
  return rollback;
}

/** Takes a contact out of the lists it is going to leave. */
export async function removeContact(cache: QueryClient, id: string): Promise<Rollback> {
  const rollback = await snapshot(cache, id);
  updatePages(cache, (page) => {
    const items = page.items.filter((contact) => contact.id !== id);
    return { ...page, items, total: page.total - (page.items.length - items.length) };
  });
  return rollback;
}

function updatePages(cache: QueryClient, update: (page: Page<Contact>) => Page<Contact>): void {
  cache.setQueriesData<Page<Contact>>({ queryKey: contactKeys.lists }, (page) => page && update(page));
}

/** Stops answers that are on their way from undoing the change, and remembers how things were. */
async function snapshot(cache: QueryClient, id: string): Promise<Rollback> {
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
