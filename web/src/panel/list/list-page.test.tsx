import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { SearchX } from "lucide-react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it } from "vitest";

import { FULL_COVERAGE } from "@/api/list-page";
import { defineList } from "./list-codec";
import { ListPage } from "./list-page";
import type { RecordColumn } from "./record-list";
import { useListState } from "./use-list-state";

interface Fruit {
  id: string;
}

const FRUITS = defineList("/", { filters: {} });
const COLUMNS: RecordColumn<Fruit>[] = [
  { id: "name", header: "Nome", cell: ({ row }) => row.original.id, meta: { width: "1fr" } },
];

afterEach(cleanup);

function Fruits({ items }: { items: Fruit[] }) {
  return (
    <ListPage
      list={useListState(FRUITS)}
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
      placeholder="Escolha uma fruta"
    />
  );
}

function show(items: Fruit[]): void {
  const router = createMemoryRouter([{ path: "/", element: <Fruits items={items} /> }]);
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
