import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import { TriageContext, WITHOUT_LIST } from "@/features/contacts/panel/triage/triage-state";
import { TooltipProvider } from "@/panel/controls/tooltip";
import { OpenedContact } from "./opened";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each(["tabela", "conversa"] as const)(
  "missing contact is explained in layout %s, without an error message",
  async (layout) => {
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ code: "not_found" }, { status: 404 })));
    const messages: unknown[] = [];
    const cache = new QueryClient({
      queryCache: new QueryCache({ onError: (_, { meta }) => messages.push(meta?.errorTitle) }),
      defaultOptions: { queries: { retry: false } },
    });
    const router = createMemoryRouter(
      [
        {
          path: "/admin/contacts",
          element: <Outlet context={[]} />,
          children: [{ path: ":id", Component: OpenedContact }],
        },
      ],
      { initialEntries: ["/admin/contacts/1"] },
    );
    render(
      <QueryClientProvider client={cache}>
        <TooltipProvider>
          <TriageContext value={{ ...WITHOUT_LIST, layout }}>
            <RouterProvider router={router} />
          </TriageContext>
        </TooltipProvider>
      </QueryClientProvider>,
    );
    expect(await screen.findByText("Contato não encontrado")).toBeTruthy();
    expect(messages).toEqual([undefined]);
  },
);
