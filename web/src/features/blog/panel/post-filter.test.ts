import { expect, it } from "vitest";

import { blogPath, EVERYTHING, readFilter, serverFilter } from "./post-filter";

it("survives the address", () => {
  const filter = {
    search: "nuvem & cia",
    view: "draft",
    sort: "updated_at",
    cursor: "x",
  } as const;
  const [, query] = blogPath(filter).split("?");
  expect(readFilter(new URLSearchParams(query))).toEqual(filter);
  expect(blogPath(EVERYTHING)).toBe("/admin/blog");
  expect(readFilter(new URLSearchParams("view=x&sort=y"))).toEqual(EVERYTHING);
});

it("tells drafts from what is planned", () => {
  expect(serverFilter({ ...EVERYTHING, view: "draft" })).toEqual({
    is_published: false,
    is_scheduled: false,
  });
  expect(serverFilter({ ...EVERYTHING, view: "scheduled" })).toEqual({ is_scheduled: true });
  expect(serverFilter(EVERYTHING)).toEqual({});
});
