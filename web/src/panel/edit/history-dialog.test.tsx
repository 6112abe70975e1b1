import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it, vi } from "vitest";

import type { HistoryEntry } from "@/api/types";
import { historyQuery } from "@/api/versioned";
import { HistoryButton } from "./history-dialog";

const entry = (version: number, name: string): HistoryEntry => ({
  version,
  document: { name },
  saved_at: "2026-11-20T12:00:00Z",
  saved_by: "Ana",
  restored_from: null,
});

it("button that restores a version keeps the focus until the server answers", async () => {
  const restore = vi.fn(() => new Promise(() => undefined));
  const query = historyQuery(["history"], () =>
    Promise.resolve({ data: [entry(2, "nova"), entry(1, "antiga")], response: new Response() }),
  );
  const Screen = () => (
    <HistoryButton<{ name: string }>
      title="Empresa"
      query={query}
      changesBetween={(older, newer) => [
        { path: "name", field: "Nome", before: older.name, after: newer.name },
      ]}
      restore={restore}
    />
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: "/", Component: Screen }])} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Histórico" }));
  await user.click(await screen.findByRole("button", { name: "Restaurar a versão 1" }));
  const button = screen.getByRole("button", { name: "Restaurar esta versão" });
  await user.click(button);
  await vi.waitFor(() => expect(button.getAttribute("aria-busy")).toBe("true"));
  await user.click(button);
  expect(document.activeElement).toBe(button);
  expect(restore).toHaveBeenCalledExactlyOnceWith(1, 2);
});
