import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";

import type { Contact, Timeline } from "@/api/types";
import { contactTimeline } from "@/features/contacts/panel/queries";
import { type MessageEntry, ReceivedMessage } from "./received-message";

afterEach(cleanup);

const MESSAGE: MessageEntry = {
  kind: "message",
  id: "m",
  contact_id: "1",
  at: "2026-11-20T12:00:00Z",
  author: null,
  sender_name: "Ana",
  sender_email: "ana@exemplo.com.br",
  subject: "Re: Proposta",
  text: "Pode ser.",
  quotation: "> Amanhã?",
  is_confirmed: true,
  is_automatic: false,
  is_too_large: false,
  attachments: [{ id: "a", name: "nota.pdf", content_type: "application/pdf", bytes: 3_565_158 }],
  omitted_attachments: 0,
};

const CONTACT = { id: "1", email: "ana@exemplo.com.br", deleted_at: null } as Contact;

function show(change: Partial<MessageEntry> = {}) {
  const entry = { ...MESSAGE, ...change };
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const timeline: Timeline = { entries: [entry], writing: [], can_send_mail: true };
  client.setQueryData(contactTimeline(CONTACT.id).queryKey, timeline);
  render(
    <QueryClientProvider client={client}>
      <ReceivedMessage entry={entry} contact={CONTACT} />
    </QueryClientProvider>,
  );
}

it("quotation is folded, and an attachment is a button", () => {
  show();
  expect(screen.getByText("> Amanhã?").closest("details")?.open).toBe(false);
  expect(screen.getByRole("button", { name: "nota.pdf 3,4 MB" })).toBeDefined();
  expect(screen.queryByText("Remetente não confirmado")).toBeNull();
});

it("unconfirmed, automatic and too large messages are marked", () => {
  show({ is_confirmed: false, is_automatic: true, is_too_large: true, text: "", omitted_attachments: 2 });
  for (const text of [
    /Remetente não confirmado/,
    /Resposta automática/,
    /grande demais/,
    /2 anexos não foram/,
  ]) {
    expect(screen.getByText(text)).toBeDefined();
  }
});

it("mail from another address says where replies go, and only a confirmed one may replace the address", () => {
  show();
  expect(screen.queryByText(/A sua resposta vai para/)).toBeNull();
  cleanup();
  show({ sender_email: "ana@pessoal.example" });
  expect(screen.getByText("A sua resposta vai para ana@exemplo.com.br.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Responder a este endereço" })).toBeDefined();
  cleanup();
  show({ sender_email: "ana@pessoal.example", is_confirmed: false });
  expect(screen.getByText("A sua resposta vai para ana@exemplo.com.br.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Responder a este endereço" })).toBeNull();
});
