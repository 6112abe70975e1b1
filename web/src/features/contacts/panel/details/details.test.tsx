import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import type { Contact } from "@/api/types";
import { TooltipProvider } from "@/panel/controls/tooltip";
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

function show(contact: Contact) {
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
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

afterEach(() => vi.unstubAllGlobals());

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
