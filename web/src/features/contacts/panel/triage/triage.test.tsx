import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render } from "@testing-library/react";
import { useEffect } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import { CONTACTS } from "@/features/contacts/panel/record";
import { panelPaths } from "@/lib/paths";
import { useListState } from "@/panel/list/use-list-state";
import { TriageProvider } from "./triage";
import { type Triage, useTriage } from "./triage-state";

afterEach(cleanup);

const shown = vi.fn<(triage: Triage) => void>();

function Reader() {
  const triage = useTriage();
  useEffect(() => shown(triage), [triage]);
  return null;
}

function Contacts() {
  const list = useListState(CONTACTS);
  return (
    <TriageProvider list={list} layout="conversa" onNew={() => undefined}>
      <Reader />
    </TriageProvider>
  );
}

/** Opens the contact `a`, and returns the router with the function of that moment that opens a composer. */
function openFirst() {
  const contacts = [panelPaths.contacts, panelPaths.contact(":id")];
  const router = createMemoryRouter(
    [
      { Component: Contacts, children: contacts.map((path) => ({ path, element: null })) },
      { path: panelPaths.root, element: null },
    ],
    { initialEntries: [panelPaths.contact("a")] },
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const [triage] = shown.mock.lastCall ?? [];
  return { router, compose: triage?.compose };
}

it("undo of a discarded reply opens its contact if another one or another screen is open meanwhile", async () => {
  for (const elsewhere of [panelPaths.contact("b"), panelPaths.contacts, panelPaths.root]) {
    const { router, compose } = openFirst();
    await act(() => router.navigate(elsewhere));
    act(() => compose?.({ id: "a", mode: "email", isRestored: true }));
    expect(router.state.location.pathname).toBe(panelPaths.contact("a"));
    cleanup();
  }
});
