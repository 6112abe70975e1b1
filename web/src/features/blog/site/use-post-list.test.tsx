import { act, renderHook } from "@testing-library/react";
import type { MouseEvent, SubmitEvent } from "react";
import { beforeEach, expect, it, vi } from "vitest";

import type { LayoutLabels } from "@/api/types";
import { loadIsland } from "@/lib/load-island";
import { onPageReplaced } from "@/lib/page-shown";
import { type PostListView, usePostList } from "./use-post-list";

vi.mock("@/lib/load-island", () => ({ loadIsland: vi.fn() }));

const view = { content: { load_failed: "" }, posts: [], query: "" } as unknown as PostListView;
const preventDefault = vi.fn();

const open = () => renderHook(() => usePostList(view, {} as LayoutLabels)).result;

/** Returns the submission of the search form with a text. */
function search(text: string): SubmitEvent<HTMLFormElement> {
  const form = document.createElement("form");
  form.action = "/blog";
  form.innerHTML = `<input name="busca" value="${text}">`;
  return { currentTarget: form, preventDefault } as unknown as SubmitEvent<HTMLFormElement>;
}

beforeEach(() => {
  preventDefault.mockReset();
  history.replaceState(null, "", "/blog");
  document.body.innerHTML = "";
  vi.mocked(loadIsland).mockReset().mockResolvedValue(view);
});

it.each([
  [
    "loads another page on a page with trackers",
    '<script type="application/json" id="consent">{}</script>',
    "/blog",
  ],
  ["replaces the list on a page without trackers", "", "/blog?busca=ana"],
])("search %s", async (_, notice, address) => {
  document.body.innerHTML = notice;
  const list = open();
  await act(async () => {
    list.current.onSearch(search("ana"));
    await Promise.resolve();
  });
  expect(location.pathname + location.search).toBe(address);
  expect(preventDefault).toHaveBeenCalledTimes(address === "/blog" ? 0 : 1);
});

it("category that replaces the list is announced as a page", async () => {
  const shown = vi.fn<(path: string) => void>();
  onPageReplaced(() => shown(location.pathname));
  const list = open();
  const link = Object.assign(document.createElement("a"), { href: "/blog/categoria/backup" });
  const click = {
    currentTarget: link,
    button: 0,
    preventDefault,
  } as unknown as MouseEvent<HTMLAnchorElement>;
  await act(async () => {
    list.current.onFilter(click);
    await Promise.resolve();
  });
  expect(shown.mock.calls).toEqual([["/blog/categoria/backup"]]);
});
