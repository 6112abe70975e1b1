import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import type { Contact } from "@/api/types";
import { TooltipProvider } from "@/panel/controls/tooltip";
import { Modal } from "@/panel/dialog/modal";
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
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <MemoryRouter>
          <Modal onClose={() => undefined}>
            <ContactDetails contact={contact} onDone={() => undefined} />
          </Modal>
        </MemoryRouter>
      </TooltipProvider>
    </QueryClientProvider>,
  );
}

const fact = (label: string) => within(screen.getByText(label).parentElement as HTMLElement);

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
