import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SearchX } from "lucide-react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it } from "vitest";

import { FULL_COVERAGE } from "@/api/list-page";
import { defineList, text } from "./list-codec";
import { ClearFilters, ListPage } from "./list-page";
import type { RecordColumn } from "./record-list";
import { useListState } from "./use-list-state";

interface Fruit {
  id: string;
}

const FRUITS = defineList("/", { filters: { search: text() } });
const COLUMNS: RecordColumn<Fruit>[] = [
  { id: "name", header: "Nome", cell: ({ row }) => row.original.id, meta: { width: "1fr" } },
];

afterEach(cleanup);

function Fruits({ items }: { items: Fruit[] }) {
  const list = useListState(FRUITS);
  return (
    <ListPage
      list={list}
      search="Nome…"
      query={() => ({
        queryKey: ["fruits"],
        queryFn: () => ({ items, total: items.length, coverage: FULL_COVERAGE, next: null }),
      })}
      texts={{ one: "fruta", many: "frutas" }}
      caption="Frutas"
      columns={COLUMNS}
      cards={{ narrow: '"name" / 1fr' }}
      nameOf={({ id }) => id}
      empty={{ icon: SearchX, title: "Nenhuma fruta", text: "" }}
      nothingFound={{ title: "Nada encontrado", text: "", action: <ClearFilters list={list} /> }}
      placeholder="Escolha uma fruta"
    />
  );
}

function show(items: Fruit[], url = "/"): void {
  const element = (
    <main>
      <Fruits items={items} />
    </main>
  );
  const router = createMemoryRouter([{ path: "/", element }], { initialEntries: [url] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

it("pane beside a list with rows asks for a choice", async () => {
  show([{ id: "maçã" }]);
  await screen.findByText("maçã");
  expect(screen.getByText("Escolha uma fruta")).toBeTruthy();
});

it("pane beside an empty list asks for nothing", async () => {
  show([]);
  await screen.findByText("Nenhuma fruta");
  expect(screen.queryByText("Escolha uma fruta")).toBeNull();
});

it("buttons that remove the search move the focus to its field", async () => {
  for (const index of [0, 1]) {
    show([], "/?search=uva");
    await screen.findByText("Nada encontrado");
    const button = screen.getAllByRole("button", { name: "Limpar busca" })[index];
    if (button) await userEvent.click(button);
    expect(screen.queryByRole("button", { name: "Limpar busca" })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("searchbox"));
    cleanup();
  }
});
