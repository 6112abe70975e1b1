import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router";
import { expect, it } from "vitest";

import { FULL_COVERAGE } from "@/api/list-page";
import { defineList } from "./list-codec";
import { correctTotal, Pager } from "./pager";
import type { Records } from "./use-records";

const LIST = defineList("/list", { filters: {} });

interface State {
  cursor?: string;
  trail?: string[];
}

/** Shows the pager of the last page, by default the third. */
function show(page: Partial<Records<unknown>>, { cursor = "c", trail = ["", "b"] }: State = {}) {
  const records = { items: ["a"], total: 101, coverage: FULL_COVERAGE, next: null, isStale: false, ...page };
  const list = { codec: LIST, filter: { cursor }, state: { trail } };
  const Shown = () => (useLocation().pathname === "/" ? <Pager list={list} records={records} /> : <Target />);
  const router = createMemoryRouter([{ path: "*", Component: Shown }]);
  return render(<RouterProvider router={router} />).container.textContent;
}

function Target() {
  const location = useLocation();
  const { trail } = location.state as { trail: string[] };
  return <p>{`to ${location.pathname}${location.search} after ${trail.length}`}</p>;
}

it("pager shows the range of rows and the total, and links to the previous page", () => {
  expect(show({})).toContain("101–101 de 101");
  expect(screen.getByRole("link", { name: "Anteriores" }).getAttribute("href")).toBe("/list?cursor=b");
});

it("pager of a last page without rows redirects to the previous page", () => {
  expect(show({ items: [] })).toBe("to /list?cursor=b after 1");
  cleanup();
  expect(show({ items: [] }, { trail: [] })).toBe("to /list after 0");
});

it("pager doesn't redirect from the first page or while rows load", () => {
  expect(show({ items: [], isStale: true })).toContain("Anteriores");
  cleanup();
  expect(show({ items: [], next: "d" })).toContain("Próximos");
  cleanup();
  expect(show({ items: [] }, { cursor: "", trail: [] })).toBe("");
});

/** Shows the second of two pages after a click on 'Próximos'. */
function TwoPages() {
  const isFirst = useLocation().search === "";
  const page = {
    total: 150,
    coverage: FULL_COVERAGE,
    isStale: false,
    items: ["a"],
    next: isFirst ? "b" : null,
  };
  const list = {
    codec: LIST,
    filter: { cursor: isFirst ? "" : "b" },
    state: { trail: isFirst ? [] : [""] },
  };
  return <Pager list={list} records={page} />;
}

it("link to the next page keeps the focus on the last page, where it does nothing", async () => {
  const router = createMemoryRouter([{ path: "/list", Component: TwoPages }], { initialEntries: ["/list"] });
  render(<RouterProvider router={router} />);
  const user = userEvent.setup();
  const next = screen.getByRole("link", { name: "Próximos" });
  await user.click(next);
  expect(router.state.location.search).toBe("?cursor=b");
  expect(document.activeElement).toBe(next);
  expect(next.getAttribute("aria-disabled")).toBe("true");
  await user.keyboard("{Enter}");
  expect(router.state.location.search).toBe("?cursor=b");
  expect(screen.getByRole("link", { name: "Anteriores" }).getAttribute("aria-disabled")).toBeNull();
});

it("total that was counted in part includes the rows shown, and is exact on the last page", () => {
  const list = { codec: LIST, filter: { cursor: "c" }, state: { trail: ["", "b"] } };
  const records = {
    items: ["a", "b"],
    total: 60,
    coverage: { ...FULL_COVERAGE, hasMore: true },
    next: "d",
    isStale: false,
  };
  expect(correctTotal(list, records)).toMatchObject({ total: 102, coverage: { hasMore: true } });
  expect(correctTotal(list, { ...records, next: null })).toMatchObject({
    total: 102,
    coverage: FULL_COVERAGE,
  });
  expect(correctTotal(list, { ...records, total: 1000 }).total).toBe(1000);
  expect(correctTotal({ ...list, state: { trail: [] } }, records).total).toBe(60);
});
