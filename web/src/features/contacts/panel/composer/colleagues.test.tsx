import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { contactTimeline } from "@/features/contacts/panel/queries";
import { Colleagues, useNews } from "./colleagues";

const change = {
  kind: "change",
  contact_id: "1",
  author: "Bia",
  text: "mudou o status de Lido para Arquivado",
};
const before = { ...change, at: "2026-11-20T12:00:00Z" };
const after = { ...change, at: "2026-11-20T12:05:00Z" };
const Shown = () => <Colleagues contact_id="1" news={useNews("1")} />;

it.each([
  ["a change", after, "Bia mudou o status de Lido para Arquivado"],
  ["a reply", { ...after, kind: "reply" }, "Bia respondeu por e-mail"],
  ["another contact of the person", { ...after, contact_id: "2" }, ""],
  ["a message of the person", { ...after, kind: "message", author: null }, ""],
])("composer says what a colleague has done since the contact was opened: %s", async (_, entry, text) => {
  let entries: object[] = [before];
  vi.stubGlobal("fetch", () =>
    Promise.resolve(Response.json({ entries, writing: entries.length > 1 ? ["Ciro"] : [] })),
  );
  const cache = new QueryClient();
  render(
    <QueryClientProvider client={cache}>
      <Shown />
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(cache.getQueryData(contactTimeline("1").queryKey)).toBeDefined());
  expect(screen.getByRole("status").textContent).toBe("");
  entries = [entry, before];
  await cache.invalidateQueries();
  const all = [text, "Ciro está respondendo"].filter(Boolean).join(" · ");
  await vi.waitFor(() => expect(screen.getByRole("status").textContent).toBe(all));
  vi.unstubAllGlobals();
});
