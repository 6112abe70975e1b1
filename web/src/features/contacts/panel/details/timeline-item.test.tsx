import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import type { Contact, TimelineEntry } from "@/api/types";
import { ContactTimeline, foldChanges } from "./timeline";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const at = "2026-11-20T12:00:00Z";
const entryOf = (contact_id: string) => ({ contact_id, at, author: "Ana" });
const contact = {
  kind: "contact" as const,
  message: "Oi",
  status: "new" as const,
  is_deleted: false,
  is_merged: false,
  may_merge: true,
  version: 1,
  channel: "form" as const,
  attachments: [],
  refused_attachments: [],
};
const sent = {
  state: "sent" as const,
  error: null,
  may_cancel: false,
  may_retry: false,
  cc: "",
  attachments: [],
};
const ENTRIES: TimelineEntry[] = [
  { ...entryOf("2"), kind: "reply", id: "r", subject: "Re", text: "Olá", ...sent },
  { ...entryOf("3"), kind: "change", text: "restaurou o contato" },
  { ...entryOf("2"), kind: "note", id: "n", text: "Ligou", may_delete: false },
  { ...entryOf("1"), kind: "change", text: "leu" },
  { ...entryOf("1"), ...contact, name: "João" },
  { ...entryOf("2"), ...contact, name: "João Silva" },
];

it("timeline entry of another contact links to it", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ entries: ENTRIES, can_send_mail: true })));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ContactTimeline contact={{ id: "1", name: "João", message: "Oi", created_at: at } as Contact} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText("Ana leu");
  // Newest last.
  const [own, note, change, reply] = screen.getAllByRole("listitem").slice(-4);
  const shown = (item?: HTMLElement) => {
    const link = item?.querySelector("a");
    return [item?.querySelector("p > span")?.textContent, link?.textContent, link?.getAttribute("href")];
  };
  const address = "/admin/contacts/2";
  expect(shown(reply)).toEqual([
    "Ana respondeu por e-mail em outro contato: João Silva",
    "João Silva",
    address,
  ]);
  expect(shown(note)).toEqual(["Ana anotou em outro contato: João Silva", "João Silva", address]);
  expect(shown(change)).toEqual([
    "Ana restaurou o contato · outro contato",
    "outro contato",
    "/admin/contacts/3",
  ]);
  expect(shown(own)).toEqual(["Ana leu", undefined, undefined]);
});

it("consecutive changes are folded into the newest, also those of other contacts", () => {
  const change = (contact_id: string, text: string): TimelineEntry => ({
    ...entryOf(contact_id),
    kind: "change",
    text,
  });
  const note: TimelineEntry = { ...entryOf("1"), kind: "note", id: "n", text: "Ligou", may_delete: false };
  const [a, b, c, d, other] = [
    change("1", "a"),
    change("1", "b"),
    change("1", "c"),
    change("1", "d"),
    change("2", "e"),
  ];
  expect(foldChanges([a, b, c, note, d, other] as TimelineEntry[])).toEqual([
    { entry: c, earlier: [a, b] },
    { entry: note, earlier: [] },
    { entry: other, earlier: [d] },
  ]);
});

it("button shows and hides the earlier changes", async () => {
  const entries: TimelineEntry[] = [
    { ...entryOf("1"), kind: "change", text: "arquivou" },
    { ...entryOf("1"), kind: "change", text: "leu" },
  ];
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ entries, can_send_mail: true })));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ContactTimeline contact={{ id: "1", name: "João", message: "Oi", created_at: at } as Contact} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Mais 1 mudança anterior" }));
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("Ana leu"),
    expect.stringContaining("Ana arquivou"),
  ]);
  await user.click(screen.getByRole("button", { expanded: true }));
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
});
