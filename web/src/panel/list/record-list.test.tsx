import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createContext, useContext } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";

import { FULL_COVERAGE } from "@/api/list-page";
import { defineList } from "./list-codec";
import { type RecordColumn, RecordList } from "./record-list";
import { useListState } from "./use-list-state";

interface Fruit {
  id: string;
}

const FRUITS = defineList("/", { filters: {} });
const COLUMNS: RecordColumn<Fruit>[] = [
  { id: "name", header: "Nome", cell: ({ row }) => row.original.id, meta: { width: "1fr" } },
];
const fruits = (...ids: string[]) => ids.map((id) => ({ id }));

function List({ items }: { items: Fruit[] }) {
  const list = useListState(FRUITS);
  const page = { total: items.length, coverage: FULL_COVERAGE, next: null, isStale: false };
  return (
    <RecordList
      list={list}
      records={{ ...page, items, failure: null, isFetching: false, retry: () => undefined }}
      texts={{ one: "fruta", many: "frutas", loading: "" }}
      caption="Frutas"
      columns={COLUMNS}
      cards={{ narrow: '"select name" / 1rem 1fr' }}
      idOf={({ id }) => id}
      nameOf={({ id }) => id}
      empty={null}
      bulk={{
        label: "Ações",
        selected: ["selecionada", "selecionadas"],
        actions: (ids) => <output>{ids.join(" ")}</output>,
      }}
    />
  );
}

const Shown = createContext<Fruit[]>([]);

/** Renders the list and returns a function that changes its items. */
function show(items: Fruit[]): (items: Fruit[]) => void {
  const FromContext = () => <List items={useContext(Shown)} />;
  const router = createMemoryRouter([{ path: "/", Component: FromContext }]);
  const tree = (items: Fruit[]) => (
    <Shown value={items}>
      <RouterProvider router={router} />
    </Shown>
  );
  const { rerender } = render(tree(items));
  return (items) => rerender(tree(items));
}

const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name: `Selecionar ${name}` });
const selectedIds = () => document.querySelector("output")?.textContent;

it("click with Shift selects all rows from the last clicked one", async () => {
  const user = userEvent.setup();
  show(fruits("a", "b", "c", "d", "e"));
  await user.click(box("b"));
  await user.keyboard("{Shift>}");
  await user.click(box("d"));
  await user.keyboard("{/Shift}");
  expect(selectedIds()).toBe("b c d");
  expect(box("a").checked).toBe(false);
});

it("rows that are no longer on the page are deselected, even if they come back", async () => {
  const user = userEvent.setup();
  const rows = fruits("a", "b", "c");
  const setItems = show(rows);
  await user.click(box("b"));
  await user.click(box("c"));
  setItems(fruits("c", "d"));
  expect(selectedIds()).toBe("c");
  setItems(rows);
  expect(box("b").checked).toBe(false);
});

it("check box of the heading selects all rows of the page, and then clears the selection", async () => {
  const user = userEvent.setup();
  show(fruits("a", "b"));
  await user.click(screen.getByRole("checkbox", { name: "Selecionar a página" }));
  expect(selectedIds()).toBe("a b");
  await user.click(screen.getByRole("checkbox", { name: "Selecionar a página" }));
  expect(screen.queryByRole("region", { name: "Ações" })).toBeNull();
});
