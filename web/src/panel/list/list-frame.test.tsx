import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createContext, useContext } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import { FULL_COVERAGE } from "@/api/list-page";
import { focusNeighborRow, useFocusHandover } from "./focus-row";
import { defineList } from "./list-codec";
import { ListFrame } from "./list-frame";
import { useListState } from "./use-list-state";
import type { Records } from "./use-records";

const LIST = defineList("/", { filters: {} });

afterEach(cleanup);

function Pages() {
  const list = useListState(LIST);
  const records = { items: ["a"], total: 150, coverage: FULL_COVERAGE, next: "b", failure: null };
  return (
    <ListFrame
      list={list}
      records={records as unknown as Records<string>}
      texts={{ one: "item", many: "itens" }}
      empty={null}
    >
      Linhas
    </ListFrame>
  );
}

it("next page starts at its first row, and going back leaves the position to the browser", async () => {
  const scroll = vi.spyOn(Element.prototype, "scrollIntoView").mockReturnValue();
  const router = createMemoryRouter([{ path: "/", Component: Pages }]);
  render(<RouterProvider router={router} />);
  expect(scroll).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("link", { name: "Próximos" }));
  expect(router.state.location.search).toBe("?cursor=b");
  expect(scroll.mock.contexts).toEqual([screen.getByText("150 itens").parentElement]);
  await act(() => router.navigate(-1));
  expect(router.state.location.search).toBe("");
  expect(scroll).toHaveBeenCalledOnce();
});

/** A page and the one before it, which is shown when the page has no rows, and loads for a moment. */
function Emptied({ items, earlier }: { items: string[]; earlier: string[] }) {
  const list = useListState(LIST);
  const isLast = list.filter.cursor !== "";
  const rows = isLast ? items : earlier;
  const page = { total: 1, coverage: FULL_COVERAGE, next: null, failure: null, isFetching: false };
  return (
    <>
      <main>
        <input type="search" />
      </main>
      <ListFrame
        list={list}
        records={{ ...page, items: rows, isStale: !isLast && earlier.length === 0, retry: () => undefined }}
        texts={{ one: "item", many: "itens" }}
        empty="Nada"
      >
        <ul>
          {rows.map((id) => (
            <EmptiedRow key={id} id={id} />
          ))}
        </ul>
      </ListFrame>
    </>
  );
}

function EmptiedRow({ id }: { id: string }) {
  return (
    <li ref={useFocusHandover<HTMLLIElement>(() => focusNeighborRow(id))}>
      <button data-record={id}>{id}</button>
    </li>
  );
}

const Rows = createContext<{ items: string[]; earlier: string[] }>({ items: ["b"], earlier: [] });

it("focus moves to a row of the page before when the last page loses its rows", async () => {
  const router = createMemoryRouter([{ path: "/", Component: () => <Emptied {...useContext(Rows)} /> }], {
    initialEntries: ["/?cursor=x"],
  });
  const tree = (items: string[], earlier: string[]) => (
    <Rows value={{ items, earlier }}>
      <RouterProvider router={router} />
    </Rows>
  );
  const { rerender } = render(tree(["b"], []));
  const show = (items: string[], earlier: string[]) =>
    act(() => {
      rerender(tree(items, earlier));
      return Promise.resolve();
    });
  screen.getByRole("button", { name: "b" }).focus();
  await show([], []);
  expect(router.state.location.search).toBe("");
  expect(document.activeElement).toBe(screen.getByRole("searchbox"));
  await show([], ["a"]);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "a" }));
});
