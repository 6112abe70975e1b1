import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import type { Retention, RetentionState } from "@/api/types";
import { hasUnsavedChanges } from "@/panel/form/unsaved-changes";
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

const answer: Retention = { rules: [rule], backup_days: 7 };

function show(client = new QueryClient()) {
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <RetentionScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const form = async (name: string) => within(await screen.findByRole("form", { name }));

it("number of days has the limits of its rule; for backups, 0 is the minimum", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(answer)));
  show();
  const days = async (name: string) => (await form(name)).getByLabelText<HTMLInputElement>("Dias");
  expect(await days(rule.label)).toMatchObject({ min: "30", max: "3650" });
  expect(await days("Cópias de segurança")).toMatchObject({ min: "0", max: "" });
});

it("invalid period shows an error until it is corrected, and isn't sent", async () => {
  const fetch = vi.fn(() => Promise.resolve(Response.json(answer)));
  vi.stubGlobal("fetch", fetch);
  show();
  for (const [name, reason] of [
    [rule.label, "Informe de 30 a 3650 dias."],
    ["Cópias de segurança", "Informe um número inteiro de dias, a partir de 0."],
  ] as const) {
    const fields = await form(name);
    for (const typed of ["-5", "1.5", ""]) {
      fireEvent.change(fields.getByLabelText("Dias"), { target: { value: typed } });
      fireEvent.click(fields.getByRole("button", { name: "Salvar" }));
      expect(fields.getByText(reason)).toBeTruthy();
    }
    fireEvent.change(fields.getByLabelText("Dias"), { target: { value: "90" } });
    expect(fields.queryByText(reason)).toBeNull();
  }
  expect(fetch).toHaveBeenCalledTimes(1);
});

it("changed period is unsaved input until it is saved", async () => {
  const saved = { ...answer, rules: [{ ...rule, days: 90 }] };
  vi.stubGlobal("fetch", ({ method }: Request) =>
    Promise.resolve(Response.json(method === "PUT" ? saved : answer)),
  );
  show();
  const fields = await form(rule.label);
  expect(hasUnsavedChanges()).toBe(false);
  fireEvent.change(fields.getByLabelText("Dias"), { target: { value: "90" } });
  expect(hasUnsavedChanges()).toBe(true);
  fireEvent.click(fields.getByRole("button", { name: "Salvar" }));
  await vi.waitFor(() => expect(hasUnsavedChanges()).toBe(false));
});

it("period that another administrator saves is shown by an unchanged form, and a typed one remains", async () => {
  let days = 365;
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      Response.json({
        ...answer,
        rules: [
          { ...rule, days },
          { ...rule, key: "b", label: "Outros", days },
        ],
      }),
    ),
  );
  const client = new QueryClient();
  show(client);
  const field = async (name: string) => (await form(name)).getByLabelText<HTMLInputElement>("Dias");
  fireEvent.change(await field("Outros"), { target: { value: "90" } });
  days = 400;
  await client.invalidateQueries();
  await vi.waitFor(async () => expect((await field(rule.label)).value).toBe("400"));
  expect((await form(rule.label)).getByRole("button", { name: "Salvar" })).toHaveProperty("disabled", true);
  expect((await field("Outros")).value).toBe("90");
});

/** Answers like a server whose period another administrator has changed to 400 days after the screen has read 365. */
function serveChanged() {
  let days = 365;
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const state = () => Response.json({ ...answer, rules: [{ ...rule, days }] });
    if (request.method !== "PUT") return state();
    const input = (await request.json()) as { days: number; seen: number };
    sent.push(input);
    if (sent.length === 1) days = 400;
    if (input.seen !== days)
      return Response.json({ code: "precondition_failed", message: "Mudou." }, { status: 412 });
    days = input.days;
    return state();
  });
  return sent;
}

it.each([
  ["Manter as minhas", 90],
  ["Usar as que foram salvas", 400],
])("period that another administrator has changed is saved after the choice '%s'", async (choice, days) => {
  const sent = serveChanged();
  show();
  const fields = await form(rule.label);
  const input = fields.getByLabelText<HTMLInputElement>("Dias");
  fireEvent.change(input, { target: { value: "90" } });
  fireEvent.click(fields.getByRole("button", { name: "Salvar" }));
  fireEvent.click(await screen.findByRole("button", { name: choice }));
  expect(input.value).toBe("90");
  fireEvent.click(screen.getByRole("button", { name: "Salvar escolhas" }));
  await vi.waitFor(() =>
    expect(sent).toEqual([
      { days: 90, seen: 365 },
      { days, seen: 400 },
    ]),
  );
  await vi.waitFor(() => expect(hasUnsavedChanges()).toBe(false));
  expect(input.value).toBe(String(days));
});
