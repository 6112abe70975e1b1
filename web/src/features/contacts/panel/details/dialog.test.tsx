import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import type { Contact } from "@/api/types";
import { TriageContext, WITHOUT_LIST } from "@/features/contacts/panel/triage/triage-state";
import { TooltipProvider } from "@/panel/controls/tooltip";
import { OpenedContact, useOpened } from "./opened";

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

it.each(["read", "replied"] as const)(
  "link 'Já respondi' of a merged contact is explained at the remaining one, which is %s",
  async (status) => {
    const remaining = {
      id: "2",
      name: "Ana",
      email: "",
      phone: "",
      status,
      created_at: "2026-11-20T12:00:00Z",
    };
    const change = vi.fn<(request: unknown) => void>();
    vi.stubGlobal("matchMedia", () => ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    vi.stubGlobal("fetch", async (request: Request) => {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith("/1")) return Response.json({ ...remaining, id: "1", merged_into: "2" });
      if (pathname.endsWith("/2")) return Response.json(remaining);
      if (pathname.endsWith("/bulk")) change(await request.json());
      return new Promise<never>(() => undefined);
    });
    const router = createMemoryRouter(
      [
        {
          path: "/admin/contacts",
          element: <Outlet context={[]} />,
          children: [{ path: ":id", Component: OpenedContact }],
        },
      ],
      { initialEntries: ["/admin/contacts/1?answered=token"] },
    );
    render(
      <QueryClientProvider client={new QueryClient()}>
        <TooltipProvider>
          <TriageContext value={{ ...WITHOUT_LIST, layout: "conversa" }}>
            <RouterProvider router={router} />
          </TriageContext>
        </TooltipProvider>
      </QueryClientProvider>,
    );
    expect(await screen.findByText(/O contato do aviso foi unido a este\./)).toBeTruthy();
    expect(router.state.location.pathname).toBe("/admin/contacts/2");
    const button = screen.queryByRole("button", { name: "Já respondi" });
    expect(button === null).toBe(status === "replied");
    if (!button) return;
    await userEvent.setup().click(button);
    await waitFor(() =>
      expect(change).toHaveBeenCalledWith({ action: "status", status: "replied", ids: ["2"], versions: {} }),
    );
    expect(screen.queryByText(/foi unido a este/)).toBeNull();
  },
);

it.each([
  ["a", "b"],
  ["c", "a"],
])("after %s is answered, %s follows", (id, expected) => {
  const contacts = ["a", "b", "c"].map(waiting);
  expect(followingOf(id, contacts)).toBe(expected);
});

it("after the last contact, one whose reply is queued doesn't follow", () => {
  const queued = { id: "a", delivery: "queued" } as Contact;
  expect(followingOf("c", [queued, waiting("b"), waiting("c")])).toBe("b");
  cleanup();
  expect(followingOf("c", [queued, waiting("c")])).toBeUndefined();
});

const waiting = (id: string) => ({ id, delivery: null }) as Contact;

/** Returns the id of the contact that opens after one of a list was answered. */
function followingOf(id: string, contacts: readonly Contact[]): string | undefined {
  let following: Contact | undefined;
  function Probe() {
    ({ following } = useOpened());
    return null;
  }
  const router = createMemoryRouter(
    [
      {
        path: "/admin/contacts",
        element: <Outlet context={contacts} />,
        children: [{ path: ":id", Component: Probe }],
      },
    ],
    { initialEntries: [`/admin/contacts/${id}`] },
  );
  render(<RouterProvider router={router} />);
  return following?.id;
}
