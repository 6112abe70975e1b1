import { expect, it } from "vitest";

import { POSTS, serverFilter } from "./queries";

it("post filter round-trips through the URL", () => {
  const filter = { search: "nuvem & cia", view: "draft", sort: "updated_at", cursor: "x" } as const;
  const [, query] = POSTS.url(filter).split("?");
  expect(POSTS.read(new URLSearchParams(query))).toEqual(filter);
  expect(POSTS.url({})).toBe("/admin/blog");
  expect(POSTS.read(new URLSearchParams("view=x&sort=y"))).toEqual(POSTS.defaults);
});

it("server filter separates drafts from scheduled posts", () => {
  expect(serverFilter({ ...POSTS.defaults, view: "draft" })).toEqual({
    is_published: false,
    is_scheduled: false,
  });
  expect(serverFilter({ ...POSTS.defaults, view: "scheduled" })).toEqual({ is_scheduled: true });
  expect(serverFilter(POSTS.defaults)).toEqual({});
});
