import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import { CONTACTS } from "@/features/contacts/panel/record";
import { SavedFilters, SaveFilter } from "./saved-filters";

afterEach(() => vi.unstubAllGlobals());

it("new chip has the focus after a filter is saved with Enter, so that single keys work", async () => {
  const saved = { id: "1", name: "Novos", query: "status=new" };
  let filters: object[] = [];
  vi.stubGlobal("fetch", ({ method }: Request) => {
    if (method === "POST") filters = [saved];
    return Promise.resolve(Response.json(method === "POST" ? saved : filters));
  });
  const filter = { ...CONTACTS.defaults, status: "new" } as const;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <main>
          <input type="search" />
          <SavedFilters filter={filter} />
          <SaveFilter filter={filter} />
        </main>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Salvar filtro" }));
  await user.type(screen.getByRole("textbox"), "Novos{Enter}");
  const chip = await screen.findByRole("link", { name: "Novos", hidden: true });
  await waitFor(() => expect(document.activeElement).toBe(chip));
});
