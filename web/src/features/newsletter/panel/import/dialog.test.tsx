import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import type { SubscriptionImport, SubscriptionImportResult } from "@/api/types";
import { ImportDialog } from "./dialog";

const preview: SubscriptionImportResult = {
  confirmed: 0,
  existing: 0,
  invalid: 0,
  invited: 1,
  is_applied: false,
  left_out: [],
  refused: 0,
  sends_mail: true,
  unknown_interests: [],
  unsubscribed: 0,
};

/** Answers a dry run, and leaves an import unanswered. */
async function answer(request: Request): Promise<Response> {
  const { dry_run } = (await request.json()) as SubscriptionImport;
  return dry_run ? Response.json(preview) : new Promise(() => undefined);
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("rows can't be changed while they are imported", async () => {
  vi.stubGlobal("fetch", answer);
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportDialog onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const rows = screen.getByRole("textbox", { name: "Ou cole as linhas" });
  await user.type(rows, "ana@exemplo.com.br");
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  await user.click(await screen.findByRole("button", { name: "Importar" }));
  await user.type(rows, ";2025");
  expect(rows).toHaveProperty("value", "ana@exemplo.com.br");
});

it("import without the declaration shows an error at its checkbox", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push(await request.json());
    return Response.json({ ...preview, confirmed: 1, invited: 0 });
  });
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportDialog onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await user.type(
    screen.getByRole("textbox", { name: "Ou cole as linhas" }),
    "ana@exemplo.com.br;2025-01-01",
  );
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  await user.click(await screen.findByRole("button", { name: "Importar" }));
  const checkbox = screen.getByRole("checkbox", { name: /Declaro/ });
  expect(document.activeElement).toBe(checkbox);
  expect(screen.getByRole("alert").textContent).toContain("Marque a declaração");
  expect(sent).toHaveLength(1);
  await user.click(checkbox);
  await user.click(screen.getByRole("button", { name: "Importar" }));
  await vi.waitFor(() => expect(sent[1]).toMatchObject({ declares_consent: true }));
});

it("closing with pasted rows asks first", async () => {
  const close = vi.fn();
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportDialog onClose={close} />
    </QueryClientProvider>,
  );
  await user.type(screen.getByRole("textbox", { name: "Ou cole as linhas" }), "ana@exemplo.com.br");
  await user.keyboard("{Escape}");
  expect(close).not.toHaveBeenCalled();
  await user.click(await screen.findByRole("button", { name: "Sair sem salvar" }));
  expect(close).toHaveBeenCalled();
});
