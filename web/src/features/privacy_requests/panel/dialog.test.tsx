import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

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

/** Answers all calls about the request with `value`, and reports those that change it. */
const stubServer = (value: PrivacyRequest, etag: string, onChange?: (call: Request) => void) =>
  vi.stubGlobal("fetch", (call: Request) => {
    if (call.method === "PUT") onChange?.(call);
    const isReplies = call.url.endsWith("/replies");
    return Promise.resolve(Response.json(isReplies ? [] : value, { headers: { ETag: etag } }));
  });

/** Opens the dialog, and returns a function that fetches a newer version of the request. */
async function open() {
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

const field = (name: string) => screen.getByRole<HTMLTextAreaElement>("textbox", { name });
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

describe("own reply", () => {
  const reply = async (state: string) => {
    await open();
    await userEvent.selectOptions(screen.getByLabelText("Situação"), state);
    await userEvent.type(screen.getByLabelText("Anotações internas"), "Liguei.");
    await userEvent.type(field("Responder por e-mail"), "Seguem os dados.");
    stubServer({ ...request, state: "done", closed_at: "2026-11-03T12:00:00Z", days_left: null }, '"2"');
    await userEvent.click(screen.getByRole("button", { name: "Enviar resposta" }));
    await screen.findByText("Encerrado em");
  };

  it("sets the state in the form, which keeps the unsaved note and saves it without a conflict", async () => {
    await reply("in_progress");
    await waitFor(() => expect(valueOf("Situação")).toBe("done"));
    expect(valueOf("Anotações internas")).toBe("Liguei.");
    const sent = vi.fn<(call: Request) => void>();
    stubServer({ ...request, state: "done", note: "Liguei." }, '"3"', sent);
    await userEvent.click(screen.getByRole("button", { name: "Salvar" }));
    await waitFor(() => expect(sent).toHaveBeenCalled());
    const [call] = sent.mock.calls[0] ?? [];
    expect(call?.headers.get("If-Match")).toBe('"2"');
    expect(await call?.json()).toEqual({ note: "Liguei." });
  });

  it("leaves a refusal that isn't saved yet selected", async () => {
    await reply("refused");
    expect(valueOf("Situação")).toBe("refused");
  });
});

it("typed reply is restored when the dialog opens again", async () => {
  await open();
  await userEvent.type(field("Responder por e-mail"), "Seguem os dados.");
  cleanup();
  await open();
  expect(field("Responder por e-mail").value).toBe("Olá, Ana,\n\nSeguem os dados.");
});

it("closing a request without a reply asks first, and leads to the reply", async () => {
  await open();
  await userEvent.selectOptions(screen.getByLabelText("Situação"), "done");
  await userEvent.click(screen.getByRole("button", { name: "Salvar" }));
  await screen.findByText("A pessoa ainda não recebeu resposta");
  await userEvent.click(screen.getByRole("button", { name: "Ir para a resposta" }));
  await waitFor(() => expect(document.activeElement).toBe(field("Responder por e-mail")));
  expect(valueOf("Situação")).toBe("done");
});
