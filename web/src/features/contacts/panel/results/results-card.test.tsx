import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import { ResultsCard } from "./results-card";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  [{ count: 0, value_cents: 0 }, "Nenhum negócio fechado."],
  [{ count: 1, value_cents: 250_000 }, "R$\u00a02.500 em 1 negócio fechado."],
])("card describes the won contacts %s", async (won, text) => {
  const all = { received: 2, talking: 1, proposal: 1, won: won.count, median_minutes: null };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ all, won })));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ResultsCard className="" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect((await screen.findByText(/negócio/)).textContent).toBe(text);
});
