import { act, render, waitFor } from "@testing-library/react";
import { createElement } from "react";
import { createBrowserRouter, createMemoryRouter, RouterProvider } from "react-router";
import { expect, it, vi } from "vitest";

import { choice, defineList, text } from "./list-codec";
import { type ListState, readTrail, useListState } from "./use-list-state";

it("filter and search that change at the same time both apply", async () => {
  const LIST = defineList("/list", {
    filters: { search: text(), kind: choice([{ value: "svg" }, { value: "png" }]) },
  });
  const shown: ReturnType<typeof useListState<typeof LIST.defaults>>[] = [];
  const List = () => {
    shown.push(useListState(LIST));
    return null;
  };
  const router = createMemoryRouter([{ path: "/list", Component: List }], { initialEntries: ["/list"] });
  render(createElement(RouterProvider, { router }));
  await act(async () => {
    const before = shown.at(-1);
    before?.show({ kind: "svg" });
    await Promise.resolve();
    before?.show({ search: "logo" });
  });
  expect(router.state.location.search).toBe("?search=logo&kind=svg");
  await act(() => router.navigate("/list?kind=png"));
  act(() => shown.at(-1)?.show({ search: "foto" }));
  expect(router.state.location.search).toBe("?search=foto&kind=png");
});

it("Back button leads from a typed search to the page on which it began", async () => {
  const LIST = defineList("/list", { filters: { search: text() } });
  let list: ListState<typeof LIST.defaults> | undefined;
  const List = () => {
    list = useListState(LIST);
    return null;
  };
  const initialEntries = ["/list", "/list?cursor=b"];
  const router = createMemoryRouter([{ path: "/list", Component: List }], { initialEntries });
  render(createElement(RouterProvider, { router }));
  act(() => list?.show({ search: "lo" }, { isTyped: true }));
  act(() => list?.show({ search: "logo" }, { isTyped: true }));
  expect(router.state.location.search).toBe("?search=logo");
  await act(() => router.navigate(-1));
  expect(router.state.location.search).toBe("?cursor=b");
});

it("Back button doesn't reopen a closed dialog", async () => {
  const LIST = defineList("/list", { filters: { search: text() } });
  let close = () => {};
  const List = () => {
    close = useListState(LIST).close;
    return null;
  };
  const routes = ["/before", "/list", "/list/1"].map((path) => ({ path, Component: List }));
  const router = createMemoryRouter(routes, { initialEntries: ["/before", "/list", "/list/1"] });
  render(createElement(RouterProvider, { router }));
  act(() => close());
  await vi.waitFor(() => expect(router.state.location.pathname).toBe("/list"));
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe("/list");
});

it("dialog that was opened from the list closes by going back to the list once", async () => {
  const LIST = defineList("/list", { filters: { search: text() } });
  let list: ListState<typeof LIST.defaults> | undefined;
  const List = () => {
    list = useListState(LIST);
    return null;
  };
  const router = createBrowserRouter(["/", "/list", "/list/:id"].map((path) => ({ path, Component: List })));
  render(createElement(RouterProvider, { router }));
  const follow = async (path: string, replace = false) => {
    const { to, state } = list?.linkTo(path) ?? { to: path };
    await act(() => router.navigate(to, { state, replace }));
  };
  await act(() => router.navigate("/list?search=a"));
  await follow("/list/1");
  await follow("/list/2", true);
  const { close } = list ?? {};
  close?.();
  close?.();
  await waitFor(() => expect(router.state.location.pathname).toBe("/list"));
  act(() => close?.());
  expect(router.state.location.search).toBe("?search=a");
  act(() => window.history.back());
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
});

it("trail ignores invalid history state", () => {
  expect(readTrail({ trail: ["", "AbC"] })).toEqual({ trail: ["", "AbC"] });
  expect(readTrail(null)).toEqual({ trail: [] });
  expect(readTrail({ trail: "AbC" })).toEqual({ trail: [] });
  expect(readTrail({ trail: [1, "AbC"] })).toEqual({ trail: ["AbC"] });
});
