import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { PrivacyRequest } from "@/api/types";
import { TooltipProvider } from "@/panel/controls/tooltip";
import { PrivacyRequestDialog } from "./dialog";
import { requestRecord } from "./record";

const request: PrivacyRequest = {
  id: "1",
  protocol: "P-1",
  kind: "access",
  name: "Ana",
  email: "ana@exemplo.com",
  message: "",
  state: "open",
  reason: "",
  note: "",
  created_at: "2026-11-01T12:00:00Z",
  confirmed_at: "2026-11-01T12:05:00Z",
  closed_at: null,
  updated_at: "2026-11-01T12:05:00Z",
  due_on: "2026-11-16",
  days_left: 3,
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens the dialog, and returns a function that fetches a newer version of the request. */
async function open() {
  const stubServer = (value: PrivacyRequest, etag: string) =>
    vi.stubGlobal("fetch", ({ url }: Request) =>
      Promise.resolve(Response.json(url.endsWith("/replies") ? [] : value, { headers: { ETag: etag } })),
    );
  stubServer(request, '"1"');
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter(
    [
      {
        path: "/",
        element: <Outlet context={[]} />,
        children: [{ path: ":id", Component: PrivacyRequestDialog }],
      },
    ],
    { initialEntries: ["/1"] },
  );
  render(
    <QueryClientProvider client={cache}>
      <TooltipProvider>
        <RouterProvider router={router} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  await screen.findByLabelText("Situação");
  return async (change: Partial<PrivacyRequest>) => {
    // The other number of days shows that the newer version is on the screen.
    stubServer({ ...request, ...change, days_left: 2 }, '"2"');
    void cache.refetchQueries({ queryKey: requestRecord("1").queryKey });
    await screen.findByText(/^Faltam 2 dias/);
  };
}

const valueOf = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label).value;

it("input remains in its field when another person has saved the request", async () => {
  const refetch = await open();
  const note = screen.getByLabelText("Anotações internas");
  await userEvent.type(note, "Liguei para a Ana.");
  await refetch({ state: "in_progress" });
  expect(screen.getByLabelText("Anotações internas")).toBe(note);
  expect(document.activeElement).toBe(note);
  expect(valueOf("Anotações internas")).toBe("Liguei para a Ana.");
  expect(screen.queryByText(/^Recuperamos/)).toBeNull();
});

it("form without input shows the state that a reply or another person has set", async () => {
  const refetch = await open();
  await refetch({ state: "done" });
  expect(valueOf("Situação")).toBe("done");
});
