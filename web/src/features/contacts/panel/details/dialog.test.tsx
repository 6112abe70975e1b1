import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import { TooltipProvider } from "@/panel/controls/tooltip";
import { ContactDialog } from "./dialog";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("missing contact is explained in its dialog, without an error message", async () => {
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
        children: [{ path: ":id", Component: ContactDialog }],
      },
    ],
    { initialEntries: ["/admin/contacts/1"] },
  );
  render(
    <QueryClientProvider client={cache}>
      <TooltipProvider>
        <RouterProvider router={router} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  expect(await screen.findByText("Contato não encontrado")).toBeTruthy();
  expect(messages).toEqual([undefined]);
});
