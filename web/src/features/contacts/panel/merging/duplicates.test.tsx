import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { PropsWithChildren } from "react";
import { expect, test, vi } from "vitest";

import type { Contact, TimelineEntry } from "@/api/types";
import { contactKeys, contactTimeline } from "@/features/contacts/panel/queries";
import { notify } from "@/lib/notify";
import { describeOthers, Duplicates, mergeable, mergeInput, useUndoMerge } from "./duplicates";

const entryOf = (contact_id: string, version: number, may_merge = true): TimelineEntry => ({
  kind: "contact",
  contact_id,
  version,
  may_merge,
  at: "2026-11-20T12:00:00Z",
  author: null,
  name: "Ana",
  message: "Oi",
  status: "new",
  channel: "form",
  is_deleted: false,
  is_merged: false,
  attachments: [],
  refused_attachments: [],
});

test("merge names the versions of the contacts that were shown", () => {
  const others = mergeable([entryOf("1", 4), entryOf("2", 7), entryOf("3", 2, false)], "1");
  expect(mergeInput(others)).toEqual({ ids: ["2"], versions: { "2": 7 } });
});

test("number of other contacts isn't shown as exact if the timeline may leave out older ones", () => {
  const entries = Array.from({ length: 50 }, (_, index) => entryOf(String(index), 1));
  expect(describeOthers(49, entries)).toBe(
    "Pelo menos 49 outros contatos desta pessoa. Aqui aparecem os 50 contatos mais recentes.",
  );
  expect(describeOthers(1, entries.slice(0, 2))).toBe("1 outro contato desta pessoa");
});

test("as many contacts are chosen as can be merged at once", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const entries = Array.from({ length: 22 }, (_, index) => entryOf(String(index), 1));
  const cache = new QueryClient();
  cache.setQueryData(contactTimeline("0").queryKey, { entries } as never);
  render(
    <QueryClientProvider client={cache}>
      <Duplicates contact={{ id: "0", name: "Ana" } as Contact} className="" />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Juntar" }));
  const merge = screen.getByRole("button", { name: "Juntar 20 contatos" });
  expect(merge).toHaveProperty("disabled", false);
  await user.click(screen.getByRole("checkbox", { checked: false }));
  expect(merge).toHaveProperty("disabled", true);
  vi.unstubAllGlobals();
});

test("undoing a merge in the timeline removes the message that offers it", async () => {
  const undone = vi.spyOn(notify, "undone").mockReturnValue();
  const undoable = vi.spyOn(notify, "undoable").mockReturnValue();
  vi.stubGlobal("fetch", ({ method }: Request) =>
    method === "POST"
      ? Promise.resolve(Response.json({ id: "0", name: "Ana" }))
      : new Promise(() => undefined),
  );
  const cache = new QueryClient();
  cache.setQueryData(contactTimeline("0").queryKey, { entries: [entryOf("1", 1)] } as never);
  cache.setQueryData(contactKeys.record("0"), { value: { id: "0" }, etag: '"1"' });
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  render(<Duplicates contact={{ id: "0", name: "Ana" } as Contact} className="" />, { wrapper });
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Juntar" }));
  await user.click(screen.getByRole("button", { name: "Juntar 1 contato" }));
  await waitFor(() => expect(undoable).toHaveBeenCalled());
  renderHook(useUndoMerge, { wrapper }).result.current.mutate("0");
  await waitFor(() => expect(undone).toHaveBeenCalled());
  expect(undone.mock.lastCall?.[0]).toBe(undoable.mock.lastCall?.[0]);
  vi.unstubAllGlobals();
});
