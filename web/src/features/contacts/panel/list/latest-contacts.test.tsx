import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import { LatestContacts } from "./latest-contacts";

afterEach(() => vi.unstubAllGlobals());

it("latest contact is shown with its company, unless the data was erased", async () => {
  const contact = { status: "new", created_at: "2026-11-20T12:00:00Z" };
  const contacts = [
    { ...contact, id: "1", name: "João", company: "Padaria" },
    { ...contact, id: "2", name: "Dados apagados", company: "" },
  ];
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(contacts)));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <LatestContacts refetchInterval={60_000} className="" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const line = async (name: string) => (await screen.findByRole("link", { name })).parentElement?.textContent;
  expect(await line("João")).toBe("João · Padaria");
  expect(await line("Dados apagados")).toBe("Dados apagados");
});
