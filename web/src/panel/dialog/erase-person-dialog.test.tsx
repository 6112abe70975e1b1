import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import { panelPaths } from "@/lib/paths";
import { ErasePersonDialog } from "./erase-person-dialog";

const EMAIL = "ana@exemplo.com.br";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(reason: string | null) {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ not_erasable_because: reason })));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ErasePersonDialog email={EMAIL} onErased={() => undefined} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it("person with an open privacy request leads to the request instead of asking for the email", async () => {
  open("open_privacy_request");
  const link = await screen.findByRole("link", { name: "Ver em Pedidos de privacidade" });
  expect(link.getAttribute("href")).toBe(panelPaths.privacyRequestsOf(EMAIL));
  expect(screen.queryByRole("textbox")).toBeNull();
});

it("email is asked for if nothing prevents the erasure", async () => {
  open(null);
  await screen.findByRole("textbox", { name: /Digite o e-mail/ });
});
