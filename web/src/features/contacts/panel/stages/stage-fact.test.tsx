import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import type { Contact } from "@/api/types";
import { StageFact } from "./stage-fact";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("stage has the focus after a closed contact is reopened", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const contact = {
    id: "1",
    name: "João",
    stage: "won",
    closed_from: "proposal",
    stage_changed_at: "2026-11-20T12:00:00Z",
    value_cents: null,
  } as Contact;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <StageFact contact={contact} />
    </QueryClientProvider>,
  );
  await userEvent.setup().click(screen.getByRole("button", { name: "Reabrir" }));
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Etapa" }));
});
