import { act, cleanup, render } from "@testing-library/react";
import { createElement } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it } from "vitest";

import { choice, defineList, text } from "./list-codec";
import { readTrail, useListState } from "./use-list-state";

afterEach(cleanup);

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

it("trail ignores invalid history state", () => {
  expect(readTrail({ trail: ["", "AbC"] })).toEqual({ trail: ["", "AbC"] });
  expect(readTrail(null)).toEqual({ trail: [] });
  expect(readTrail({ trail: "AbC" })).toEqual({ trail: [] });
  expect(readTrail({ trail: [1, "AbC"] })).toEqual({ trail: ["AbC"] });
});
