import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import type { Contact } from "@/api/types";
import { TriageContext, WITHOUT_LIST } from "@/features/contacts/panel/triage/triage-state";
import { TooltipProvider } from "@/panel/controls/tooltip";
import { writeLocalDraft } from "@/panel/edit/local-draft";
import { ContactDetails } from "./details";

const contact = {
  id: "1",
  name: "João",
  company: "Padaria",
  email: "joao@exemplo.com.br",
  phone: "(11) 98765-4321",
  message: "Olá",
  status: "new",
  created_at: "2026-11-20T12:00:00Z",
  deleted_at: null,
} as Contact;

function show(
  contact: Contact,
  fetch: (request: Request) => Promise<unknown> = () => new Promise(() => undefined),
) {
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal("fetch", fetch);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <MemoryRouter>
          <ContactDetails contact={contact} heading={(name) => <h2>{name}</h2>} onDone={() => undefined} />
        </MemoryRouter>
      </TooltipProvider>
    </QueryClientProvider>,
  );
}

/** The facts are in the document twice: beside the timeline, and above it on small screens. */
const fact = (label: string) => {
  const facts = within(screen.getByRole("complementary", { name: "Dados do contato" }));
  return within(facts.getByText(label).parentElement as HTMLElement);
};

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it("address of a contact is a link with a button that copies it", () => {
  show(contact);
  expect(fact("E-mail").getByRole("link").textContent).toBe(contact.email);
  expect(fact("Telefone").getByRole("button", { name: "Copiar telefone" })).toBeTruthy();
});

it("erased address of a contact has neither a link nor a button", () => {
  show({ ...contact, name: "Dados apagados", company: "", email: "", phone: "" });
  for (const label of ["E-mail", "Telefone"]) {
    expect(fact(label).getByText("Dados apagados")).toBeTruthy();
    expect(fact(label).queryByRole("link")).toBeNull();
    expect(fact(label).queryByRole("button")).toBeNull();
  }
});

it.each([
  ["/admin/contacts/1?view=trash", true, ""],
  ["/admin/contacts/1", false, ""],
  ["/admin/contacts/1?view=trash", false, "note"],
])("restored contact at %s closes: %s, with draft '%s'", async (address, closes, draft) => {
  const compose = vi.fn<typeof WITHOUT_LIST.compose>();
  const onDone = vi.fn();
  if (draft) writeLocalDraft(`${draft}:1`, { text: "Ligou.", key: "k" });
  vi.stubGlobal("fetch", ({ method }: Request) =>
    method === "POST" ? Promise.resolve(Response.json(contact)) : new Promise(() => undefined),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <MemoryRouter initialEntries={[address]}>
          <TriageContext value={{ ...WITHOUT_LIST, compose }}>
            <ContactDetails
              contact={{ ...contact, deleted_at: "2026-11-21T12:00:00Z" }}
              heading={(name) => (
                <h2 tabIndex={-1} data-contact-name>
                  {name}
                </h2>
              )}
              onDone={onDone}
            />
          </TriageContext>
        </MemoryRouter>
      </TooltipProvider>
    </QueryClientProvider>,
  );
  expect(screen.queryByText(/O seu rascunho está salvo/) !== null).toBe(draft !== "");
  await userEvent.setup().click(screen.getByRole("button", { name: "Restaurar" }));
  if (draft) await waitFor(() => expect(compose).toHaveBeenCalledWith({ id: "1", mode: draft }));
  else if (!closes) await waitFor(() => expect(document.activeElement?.textContent).toBe("João"));
  expect(onDone).toHaveBeenCalledTimes(closes ? 1 : 0);
});

it("name of the contact has the focus if a colleague deletes it while a reply is written", async () => {
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const view = (deleted_at: string | null) => (
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <MemoryRouter>
          <ContactDetails
            contact={{ ...contact, deleted_at }}
            heading={(name) => (
              <h2 tabIndex={-1} data-contact-name>
                {name}
              </h2>
            )}
            onDone={() => undefined}
          />
        </MemoryRouter>
      </TooltipProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(view(null));
  await userEvent.setup().click(screen.getByRole("textbox", { name: "Resposta" }));
  rerender(view("2026-11-21T12:00:00Z"));
  expect(screen.getByRole("button", { name: "Restaurar" })).toBeTruthy();
  expect(document.activeElement?.textContent).toBe("João");
});

it("other contacts of the person are offered beside the facts and, in narrow panes, outside the closed facts", async () => {
  const entry = {
    kind: "contact",
    contact_id: "2",
    may_merge: true,
    at: contact.created_at,
    channel: "form",
  };
  const entries = [{ ...entry, name: "João", message: "Oi", attachments: [], refused_attachments: [] }];
  show(contact, ({ url }) =>
    url.endsWith("/timeline") ? Promise.resolve(Response.json({ entries })) : new Promise(() => undefined),
  );
  const offers = await screen.findAllByRole("button", { name: "Juntar" });
  expect(offers.map((offer) => offer.closest("details, aside")?.tagName)).toEqual([undefined, "ASIDE"]);
});
