import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";

import { useSelection } from "./use-selection";

it("forgets what leaves the page, also when it comes back", () => {
  const { result, rerender } = renderHook(({ shown }) => useSelection(shown), {
    initialProps: { shown: ["a", "b", "c"] },
  });
  act(() => result.current.toggle("b"));
  act(() => result.current.toggle("c"));
  rerender({ shown: ["c", "d"] });
  expect(result.current.ids).toEqual(["c"]);
  rerender({ shown: ["a", "b", "c"] });
  expect(result.current.ids).toEqual(["c"]);
  rerender({ shown: [] });
  rerender({ shown: ["a", "b", "c"] });
  expect(result.current.ids).toEqual([]);
  expect(result.current.has("c")).toBe(false);
});

it("picks all of the page and none", () => {
  const { result } = renderHook(() => useSelection(["a", "b"]));
  act(() => result.current.toggleAll());
  expect([result.current.ids, result.current.isAll]).toEqual([["a", "b"], true]);
  act(() => result.current.toggle("a"));
  expect([result.current.ids, result.current.isAll]).toEqual([["b"], false]);
  act(() => result.current.toggleAll());
  act(() => result.current.toggleAll());
  expect(result.current.ids).toEqual([]);
});
