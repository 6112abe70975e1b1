import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";

import type { User } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { Sidebar } from "./sidebar";

vi.mock("./use-sign-out", () => ({ useSignOut: () => () => undefined }));

const ANA = { id: "u1", full_name: "Ana Lima", role: "admin" } as User;

function drawAt(path: string) {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <Sidebar user={ANA} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it("menu scrolls the entry of the current screen into view", () => {
  const scrolled = vi.spyOn(HTMLElement.prototype, "scrollIntoView");
  drawAt(panelPaths.notifications);
  expect(scrolled.mock.contexts).toEqual([screen.getByRole("link", { name: "Meus Avisos" })]);
});

it("menu shows administrators with their name and role", () => {
  drawAt(panelPaths.dashboard);
  expect(screen.getByTitle("Minha Conta").textContent).toBe("AAna LimaAdministrador");
});
