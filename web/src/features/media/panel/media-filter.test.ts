import { expect, test } from "vitest";

import { ALL, filterQuery, isFiltered, mediaPath, readFilter } from "./media-filter";

test("the address says what is shown", () => {
  const filter = { search: "São João", folder: "seo", format: "svg", trash: true, cursor: "abc" } as const;
  expect(readFilter(new URLSearchParams(filterQuery(filter)))).toEqual(filter);
  expect(mediaPath(ALL)).toBe("/admin/media");
});

test("what the address can't mean is left out", () => {
  expect(readFilter(new URLSearchParams("folder=etc&type=exe&trash=1"))).toEqual(ALL);
});

test("the trash is a place, no filter", () => {
  expect(isFiltered({ ...ALL, trash: true })).toBe(false);
  expect(isFiltered({ ...ALL, format: "png" })).toBe(true);
});
