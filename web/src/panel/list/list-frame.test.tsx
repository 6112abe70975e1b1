import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import { FULL_COVERAGE } from "@/api/list-page";
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
