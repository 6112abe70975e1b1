import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it } from "vitest";

import type { Contact } from "@/api/types";
import { patchContact, removeContact } from "./contact-cache";
import { FULL_COVERAGE, type Page } from "@/api/list-page";
import { contactKeys, type ContactRecord } from "./contact-queries";
import { CONTACTS } from "./record";

const filter = CONTACTS.defaults;
let cache: QueryClient;

function contact(id: string): Contact {
  return {
    id,
    name: `Nome ${id}`,
    email: `${id}@exemplo.com.br`,
    phone: "",
    company: "",
    message: "",
    status: "new",
    created_at: "2026-01-01T00:00:00Z",
    quarantined: false,
    deleted_at: null,
    assigned_to: null,
    answered_at: null,
    promise: null,
    delivery: null,
  };
}

const page = () => cache.getQueryData<Page<Contact>>(contactKeys.list(filter));
const record = () => cache.getQueryData<ContactRecord>(contactKeys.record("a"));

beforeEach(() => {
  cache = new QueryClient();
  cache.setQueryData(contactKeys.list(filter), {
    items: [contact("a"), contact("b")],
    total: 12,
    coverage: FULL_COVERAGE,
    next: null,
  } satisfies Page<Contact>);
  cache.setQueryData(contactKeys.record("a"), { contact: contact("a"), etag: '"1"' } satisfies ContactRecord);
});

it("shows a change at once in lists and details, and takes it back", async () => {
  const rollback = await patchContact(cache, "a", { status: "replied" });
  expect(page()?.items.map(({ status }) => status)).toEqual(["replied", "new"]);
  expect(record()?.contact.status).toBe("replied");

  rollback();
  expect(page()?.items.map(({ status }) => status)).toEqual(["new", "new"]);
  expect(record()?.contact.status).toBe("new");
});

it("takes a contact out of its list and puts it back where it was", async () => {
  const rollback = await removeContact(cache, "a");
  expect(page()).toMatchObject({ items: [{ id: "b" }], total: 11 });

  rollback();
  expect(page()).toMatchObject({ items: [{ id: "a" }, { id: "b" }], total: 12 });
});
