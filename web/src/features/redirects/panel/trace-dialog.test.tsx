import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import type { TraceStep } from "@/api/types";
import { TraceDialog } from "./trace-dialog";

const steps: TraceStep[] = [{ address: "/antiga", outcome: "missing" }];

function show(start: string) {
  const fetch = vi.fn(() => Promise.resolve(Response.json(steps)));
  vi.stubGlobal("fetch", fetch);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TraceDialog start={start} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  return { fetch, user: userEvent.setup(), address: screen.getByRole("textbox", { name: "Endereço" }) };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("address of a row is traced at once, and its steps disappear when another one is typed", async () => {
  const { user, address } = show("/antiga");
  expect((await screen.findByRole("listitem")).textContent).toContain("/antiga");
  await user.type(address, "2");
  expect(screen.queryByRole("listitem")).toBeNull();
});

it("too long address stays in the field with an error", async () => {
  const long = `/${"a".repeat(500)}`;
  const { fetch, user, address } = show(long);
  await user.click(screen.getByRole("button", { name: "Testar" }));
  expect(screen.getByText("Use no máximo 500 caracteres.")).toBeTruthy();
  expect(address).toHaveProperty("value", long);
  expect(fetch).not.toHaveBeenCalled();
});
