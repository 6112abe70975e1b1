import { expect, it } from "vitest";

import { LIBRARY } from "./queries";

it("media filter round-trips through the URL", () => {
  const filter = { search: "São João", folder: "seo", type: "svg", trash: true, cursor: "abc" } as const;
  const [, query] = LIBRARY.url(filter).split("?");
  expect(LIBRARY.read(new URLSearchParams(query))).toEqual(filter);
  expect(LIBRARY.url({})).toBe("/admin/media");
});

it("media filter ignores unknown values", () => {
  expect(LIBRARY.read(new URLSearchParams("folder=etc&type=exe&trash=1"))).toEqual(LIBRARY.defaults);
});

it("trash of the library doesn't count as a filter", () => {
  expect(LIBRARY.isFiltered({ ...LIBRARY.defaults, trash: true })).toBe(false);
  expect(LIBRARY.isFiltered({ ...LIBRARY.defaults, type: "png" })).toBe(true);
});
