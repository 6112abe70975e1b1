import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import type { Retention, RetentionState } from "@/api/types";
import { RetentionScreen } from "./retention-screen";

const rule: RetentionState = {
  key: "archived_contacts",
  label: "Contatos arquivados",
  text: "",
  days: 365,
  default_days: 365,
  suggested_days: 365,
  min_days: 30,
  max_days: 3650,
  may_be_off: true,
  erased_at: null,
  erased: 0,
  next_at: null,
  due_soon: 0,
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("period of a rule has the limits of the rule, and that of backups may be 0", async () => {
  const answer: Retention = { rules: [rule], backup_days: 7 };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(answer)));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <RetentionScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const days = async (form: string) =>
    within(await screen.findByRole("form", { name: form })).getByLabelText<HTMLInputElement>("Dias");
  expect(await days(rule.label)).toMatchObject({ min: "30", max: "3650" });
  expect(await days("Cópias de segurança")).toMatchObject({ min: "0", max: "" });
});
