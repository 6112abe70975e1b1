import { expect, it } from "vitest";

import { filterQuery, isFiltered, readFilter } from "./user-filter";

it("survives the trip through the address", () => {
  const filter = { search: "joão & cia", role: "editor", cursor: "abc" } as const;
  expect(readFilter(new URLSearchParams(filterQuery(filter)))).toEqual(filter);
});

it("leaves out what is as usual and what is no role", () => {
  const filter = readFilter(new URLSearchParams("role=root&other=1"));
  expect(filter).toEqual({ search: "", role: null, cursor: "" });
  expect(filterQuery(filter)).toBe("");
  expect(isFiltered(filter)).toBe(false);
  expect(isFiltered({ ...filter, role: "user" })).toBe(true);
});
