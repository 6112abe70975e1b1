import { QueryClient, QueryClientProvider, QueryObserver } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { createElement, type PropsWithChildren } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { FULL_COVERAGE } from "@/api/list-page";
import type { BulkChange, Contact, FormerContact } from "@/api/types";
import { contactKeys, contactPage } from "@/features/contacts/panel/queries";
import { CONTACTS } from "@/features/contacts/panel/record";
import { notify } from "@/lib/notify";
import { describeBulk, undoOf, useBulkChange, useOpenChange } from "./bulk";

const deal = {
  stage: "proposal",
  stage_changed_at: "2026-11-20T13:00:00Z",
  closed_from: null,
  value_cents: 500,
  lost_reason: null,
  lost_text: "",
} as const;

it("undo of a bulk change restores the former values", () => {
  const former: FormerContact = {
    id: "a",
    version: 2,
    status: "replied",
    assigned_to: "ana",
    answered_at: "2026-11-20T12:00:00Z",
    ...deal,
  };
  expect(undoOf("status", former)).toEqual({
    action: "status",
    status: "replied",
    answered_at: "2026-11-20T12:00:00Z",
    stage: "proposal",
    stage_changed_at: "2026-11-20T13:00:00Z",
    had_no_assignee: false,
  });
  expect(undoOf("stage", former)).toEqual({ action: "stage", ...deal });
  expect(undoOf("assign", former)).toEqual({ action: "assign", assigned_to: "ana", is_undo: true });
  expect(undoOf("release", former)).toEqual({ action: "quarantine" });
});

it("bulk change is described with the number of contacts", () => {
  expect(describeBulk({ action: "trash" }, 1)).toBe("1 contato na lixeira");
  expect(describeBulk({ action: "status", status: "read" }, 1)).toBe("Status atualizado");
  expect(describeBulk({ action: "assign", assigned_to: "ana" }, 1)).toBe("Responsável definido");
  expect(describeBulk({ action: "assign", assigned_to: null }, 2)).toBe("2 contatos sem responsável");
  expect(describeBulk({ action: "status", status: "read" }, 3)).toBe("Status de 3 contatos atualizado");
  expect(describeBulk({ action: "status", status: "archived" }, 1)).toBe("Contato arquivado");
  expect(describeBulk({ action: "status", status: "archived" }, 3)).toBe("3 contatos arquivados");
});

const seen = (id: string, version = 4) =>
  ({
    id,
    version,
    email: "ana@exemplo.com.br",
    status: "new",
    assigned_to: null,
    deleted_at: null,
    quarantined: false,
  }) as Contact;
const success = vi.fn<typeof notify.success>();
const error = vi.fn<typeof notify.error>();
/** The bulk changes that the server got, and its answers. */
let sent: BulkChange[];
let answers: { id: string; version: number }[][];
let current: Contact;
let cache: QueryClient;

beforeEach(() => {
  sent = [];
  cache = new QueryClient();
  success.mockReset();
  error.mockReset();
  vi.spyOn(notify, "success").mockImplementation(success);
  vi.spyOn(notify, "error").mockImplementation(error);
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET")
      return Response.json(current, { headers: { ETag: `"${current.version}"` } });
    sent.push((await request.json()) as BulkChange);
    return Response.json(answers.shift());
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Renders a hook while a query with these data is on the screen. */
function renderWith<Result>(queryKey: readonly unknown[], data: unknown, hook: () => Result): Result {
  cache.setQueryData(queryKey, data);
  const queryFn = () => cache.getQueryData(queryKey);
  new QueryObserver(cache, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => undefined);
  const wrapper = ({ children }: PropsWithChildren) =>
    createElement(QueryClientProvider, { client: cache }, children);
  return renderHook(hook, { wrapper }).result.current;
}

function renderBulk() {
  const items = ["a", "b", "c"].map((id, index) => seen(id, index + 1));
  const page = { items, total: 3, coverage: FULL_COVERAGE, next: null };
  return renderWith(contactPage(CONTACTS.defaults).queryKey, page, () => useBulkChange());
}

const archive = { action: "status", status: "archived" } as const;
const SKIPPED = "2 contatos mudaram ou foram para a lixeira enquanto você olhava e ficaram como estão.";

it("bulk change skips contacts that have changed since the user saw them, and says how many", async () => {
  const change = renderBulk();
  answers = [[{ id: "a", version: 2 }], [{ id: "a", version: 3 }]];
  await act(() => change.mutateAsync({ ...archive, ids: ["a", "b", "c"] }));
  expect(sent[0]?.versions).toEqual({ a: 1, b: 2, c: 3 });
  expect(success).toHaveBeenCalledWith(
    "Contato arquivado",
    SKIPPED,
    expect.objectContaining({ label: "Desfazer" }),
  );
  // The user's own change isn't one that they haven't seen.
  await act(() => change.mutateAsync({ action: "assign", assigned_to: "ana", ids: ["a"] }));
  expect(sent[1]?.versions).toEqual({ a: 2 });
});

it("bulk change to won says where the values are entered", async () => {
  const change = renderBulk();
  answers = [[{ id: "a", version: 2 }]];
  await act(() => change.mutateAsync({ action: "stage", stage: "won", ids: ["a"] }));
  expect(success.mock.lastCall?.[1]).toBe("Informe o valor no contato.");
});

it("bulk change of contacts that have all changed since can't be undone", async () => {
  const change = renderBulk();
  answers = [[], []];
  await act(() => change.mutateAsync({ ...archive, ids: ["b", "c"] }));
  expect(error).toHaveBeenCalledWith("Nada foi mudado", SKIPPED);
  expect(success).not.toHaveBeenCalled();
  await act(() => change.mutateAsync({ action: "status", status: "new", ids: ["a"] }));
  expect(success).toHaveBeenCalledWith("Nada a mudar", expect.stringContaining("já estavam assim"));
});

const renderOpen = () =>
  renderWith(contactKeys.record("a"), { value: seen("a"), etag: '"4"' }, () => useOpenChange());

it("change of an open contact is refused if a colleague has changed the same", async () => {
  const change = renderOpen();
  answers = [[]];
  current = { ...seen("a", 5), status: "replied" };
  change.mutate({ contact: seen("a"), ...archive });
  await waitFor(() => expect(error).toHaveBeenCalledOnce());
  expect(error.mock.lastCall?.[1]).toMatch(/^Alguém mudou isto enquanto você olhava/);
  expect(sent).toEqual([{ ...archive, ids: ["a"], versions: { a: 4 } }]);
});

it("change of an open contact is made if a colleague has changed something else", async () => {
  const change = renderOpen();
  answers = [[], [{ id: "a", version: 6 }]];
  current = { ...seen("a", 5), assigned_to: "bia" };
  await act(() => change.mutateAsync({ contact: seen("a"), ...archive }));
  expect(sent.map(({ versions }) => versions)).toEqual([{ a: 4 }, { a: 5 }]);
  expect(success).toHaveBeenCalledWith("Contato arquivado", undefined, expect.anything());
});
