import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";

import type { Post } from "../../api/types";
import { type Chosen, useChosen } from "./use-chosen";

const page = (...ids: string[]) => ids.map((id) => ({ id }) as Post);

it("forgets what leaves the page", () => {
  const { result, rerender } = renderHook<Chosen, { posts?: Post[] }>(({ posts }) => useChosen(posts), {
    initialProps: { posts: page("a", "b", "c") },
  });
  act(() => result.current.toggleAll());
  expect(result.current.isAll).toBe(true);
  rerender({ posts: page("b", "c", "d") });
  rerender({ posts: page("a", "b", "c") });
  expect(result.current.ids).toEqual(["b", "c"]);
  // Another view, while its posts are on their way.
  rerender({});
  rerender({ posts: page("a", "b", "c") });
  expect([result.current.ids, result.current.has("b")]).toEqual([[], false]);
});
