import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import type { Role } from "@/api/types";
import { AssigneeHint } from "./assignee-hint";

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** Shows the hint to a user. Returns the mocked request for the rules. */
function show(role: Role, answerer: boolean) {
  const user = { id: "u1", username: "ana", full_name: "Ana", email: "ana@exemplo.com.br", role };
  localStorage.setItem("auth_token", "t");
  localStorage.setItem("auth_user", JSON.stringify(user));
  const rules = { mode: "none", answerer, turns: [], services: [], without_access: [] };
  const fetch = vi.fn(() => Promise.resolve(Response.json(rules)));
  vi.stubGlobal("fetch", fetch);
  const cache = new QueryClient();
  render(
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <AssigneeHint />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { fetch, cache };
}

it("administrator gets a link to the rules that make who answers the assignee", async () => {
  show("admin", false);
  const link = await screen.findByRole("link", { name: "Distribuição" });
  expect(link.getAttribute("href")).toBe("/admin/assignment");
});

it("hint is hidden while who answers becomes the assignee", async () => {
  const { fetch, cache } = show("admin", true);
  await waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  await waitFor(() => expect(cache.isFetching()).toBe(0));
  expect(screen.queryByText(/Responder a um contato/)).toBeNull();
});

it("hint is hidden from others, without a request for the rules", () => {
  const { fetch } = show("support", false);
  expect(screen.queryByText(/Responder a um contato/)).toBeNull();
  expect(fetch).not.toHaveBeenCalled();
});
