import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";

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

const show = (change: Partial<MessageEntry> = {}) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ReceivedMessage entry={{ ...MESSAGE, ...change }} />
    </QueryClientProvider>,
  );

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
