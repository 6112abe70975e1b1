import { expect, it } from "vitest";

import { POSTS, serverFilter } from "./queries";

it("post filter is the same after writing it to a URL and reading it", () => {
  const filter = { search: "nuvem & cia", view: "draft", sort: "updated_at", cursor: "x" } as const;
  const [, query] = POSTS.url(filter).split("?");
  expect(POSTS.read(new URLSearchParams(query))).toEqual(filter);
  expect(POSTS.url({})).toBe("/admin/blog");
  expect(POSTS.read(new URLSearchParams("view=x&sort=y"))).toEqual(POSTS.defaults);
});

it("filter of drafts excludes scheduled posts", () => {
  expect(serverFilter({ ...POSTS.defaults, view: "draft" })).toEqual({
    is_published: false,
    is_scheduled: false,
  });
  expect(serverFilter({ ...POSTS.defaults, view: "scheduled" })).toEqual({ is_scheduled: true });
  expect(serverFilter(POSTS.defaults)).toEqual({});
});
