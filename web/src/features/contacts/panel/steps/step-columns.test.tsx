import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import { FULL_COVERAGE } from "@/api/list-page";
import type { Contact } from "@/api/types";
import { INBOX_CARDS, inboxColumns } from "@/features/contacts/panel/list/inbox-rows";
import { CARDS, tableColumns } from "@/features/contacts/panel/list/table-rows";
import { CONTACTS } from "@/features/contacts/panel/record";
import { TooltipProvider } from "@/panel/controls/tooltip";
import { RecordList } from "@/panel/list/record-list";
import { useListState } from "@/panel/list/use-list-state";

const contact = {
  id: "1",
  name: "Ana",
  message: "Bom dia",
  status: "read",
  channel: "form",
  stage: "new",
  created_at: "2026-11-20T12:00:00Z",
  next_step: { text: "Ligar para a Ana", date: "2099-12-24", time: null, planned_by: null },
} as Contact;
const page = { items: [contact], total: 1, coverage: FULL_COVERAGE, next: null, isStale: false };
const loaded = { ...page, failure: null, isFetching: false, retry: () => undefined };

afterEach(() => vi.unstubAllGlobals());

it.each([
  ["Conversa", inboxColumns, INBOX_CARDS],
  ["Tabela", tableColumns, CARDS],
])("rows of 'Meus passos' say what to do and when, also before it is due, in %s", (_, columnsOf, cards) => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const List = () => (
    <RecordList
      list={useListState(CONTACTS)}
      records={loaded}
      texts={{ one: "contato", many: "contatos" }}
      caption=""
      columns={columnsOf("next_steps")}
      cards={cards}
      idOf={({ id }) => id}
      empty={null}
    />
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <RouterProvider router={createMemoryRouter([{ path: "*", Component: List }])} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  expect(screen.getByText("Ligar para a Ana")).toBeTruthy();
  expect(screen.getByText(/^24\/12/)).toBeTruthy();
});
