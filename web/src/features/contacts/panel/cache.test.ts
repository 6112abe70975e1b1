import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it } from "vitest";

import { FULL_COVERAGE, type Page } from "@/api/list-page";
import type { Contact } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import { patchContact, removeContact } from "./cache";
import { contactKeys, contactPage } from "./queries";
import { CONTACTS } from "./record";

const filter = CONTACTS.defaults;
let cache: QueryClient;

function contact(id: string): Contact {
  return {
    id,
    version: 1,
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
    latest_message: null,
    channel: "form",
    merged_into: null,
    whatsapp_code: null,
    source_page: null,
    source_referrer: null,
    utm_source: null,
    utm_medium: null,
    utm_campaign: null,
    delivery: null,
    consent_id: null,
    stage: "new",
    stage_changed_at: "2026-01-01T00:00:00Z",
    closed_from: null,
    value_cents: null,
    lost_reason: null,
    lost_text: "",
    next_step: null,
  };
}

const page = () => cache.getQueryData<Page<Contact>>(contactPage(filter).queryKey);
const record = () => cache.getQueryData<Versioned<Contact>>(contactKeys.record("a"));

beforeEach(() => {
  cache = new QueryClient();
  cache.setQueryData(contactPage(filter).queryKey, {
    items: [contact("a"), contact("b")],
    total: 12,
    coverage: FULL_COVERAGE,
    next: null,
  } satisfies Page<Contact>);
  cache.setQueryData(contactKeys.record("a"), {
    value: contact("a"),
    etag: '"1"',
  } satisfies Versioned<Contact>);
});

it("optimistic change is shown in lists and details until it is rolled back", async () => {
  const rollback = await patchContact(cache, "a", { status: "replied" });
  expect(page()?.items.map(({ status }) => status)).toEqual(["replied", "new"]);
  expect(record()?.value.status).toBe("replied");

  rollback();
  expect(page()?.items.map(({ status }) => status)).toEqual(["new", "new"]);
  expect(record()?.value.status).toBe("new");
});

it("removed contact returns to its position in the list after a rollback", async () => {
  const rollback = await removeContact(cache, "a");
  expect(page()).toMatchObject({ items: [{ id: "b" }], total: 11 });

  rollback();
  expect(page()).toMatchObject({ items: [{ id: "a" }, { id: "b" }], total: 12 });
});
