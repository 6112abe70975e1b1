import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { Contact } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import { notify } from "@/lib/notify";
import { markRead } from "./changes";
import { contactKeys, contactPage } from "./queries";
import { CONTACTS } from "./record";

const contact: Contact = {
  id: "0190",
  version: 1,
  name: "João",
  email: "joao@exemplo.com.br",
  phone: "(11) 98765-4321",
  company: "Padaria Sol",
  message: "Oi",
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
const opened: Versioned<Contact> = { value: contact, etag: '"7"' };
const key = contactKeys.record(contact.id);
const server = vi.fn<(request: Request) => Promise<Response>>();
let cache: QueryClient;

beforeEach(() => {
  cache = new QueryClient();
  cache.setQueryData(key, opened);
  vi.stubGlobal("fetch", server);
  vi.spyOn(notify, "error").mockReturnValue();
});
afterEach(() => {
  server.mockReset();
  vi.unstubAllGlobals();
});

it("opened contact is set to read with the ETag of the opened version", async () => {
  server.mockResolvedValueOnce(Response.json({ ...contact, status: "read" }, { headers: { ETag: '"8"' } }));
  await markRead(cache, opened);

  const sent = server.mock.calls[0]?.[0];
  expect(sent?.method).toBe("PUT");
  expect(sent?.headers.get("If-Match")).toBe('"7"');
  expect(await sent?.json()).toEqual({ status: "read" });
  expect(cache.getQueryData(key)).toEqual({ value: { ...contact, status: "read" }, etag: '"8"' });
});

it("contact that is opened twice in quick succession is set to read once", async () => {
  server.mockResolvedValueOnce(Response.json({ ...contact, status: "read" }));
  await Promise.all([markRead(cache, opened), markRead(cache, opened)]);

  expect(server).toHaveBeenCalledOnce();
});

it("contact that a colleague has changed is fetched again without an error message", async () => {
  server.mockResolvedValueOnce(Response.json({ message: "Alterado." }, { status: 412 }));
  await markRead(cache, opened);

  expect(cache.getQueryData(key)).toEqual(opened);
  expect(cache.getQueryState(key)?.isInvalidated).toBe(true);
  expect(notify.error).not.toHaveBeenCalled();
});

it("server error while a contact is set to read is shown", async () => {
  server.mockResolvedValueOnce(Response.json({ message: "Serviço ocupado." }, { status: 503 }));
  await markRead(cache, opened);

  expect(notify.error).toHaveBeenCalledWith("Erro ao atualizar status", "Serviço ocupado.");
});

it("list that was loading when a contact was opened is fetched again", async () => {
  const list = () => Response.json([], { headers: { "X-Total-Count": "0" } });
  server.mockImplementationOnce(({ signal }) => {
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
  });
  const observer = new QueryObserver(cache, contactPage(CONTACTS.defaults));
  const unsubscribe = observer.subscribe(() => {});
  server.mockResolvedValueOnce(Response.json({ ...contact, status: "read" }));
  server.mockResolvedValueOnce(list());
  await markRead(cache, opened);
  await vi.waitFor(() => expect(observer.getCurrentResult().data?.total).toBe(0));
  unsubscribe();
});
