import { expect, it } from "vitest";

import { auditPath, EVERYTHING, eventPath, isFiltered, readFilter } from "./audit-filter";

it("reads from the address what it wrote there, and nothing wrong", () => {
  const filter = { ...EVERYTHING, search: "joão & cia", group: "contact", from: "2026-11-20", cursor: "51" };
  const [, query] = auditPath(filter).split("?");
  expect(readFilter(new URLSearchParams(query))).toEqual(filter);
  expect(auditPath(EVERYTHING)).toBe("/admin/audit");
  expect(eventPath(7, { ...EVERYTHING, group: "post" })).toBe("/admin/audit/7?group=post");
  expect(readFilter(new URLSearchParams("from=ontem&group=x&to=1"))).toEqual(EVERYTHING);
});

it("knows a filter from a page", () => {
  expect(isFiltered({ ...EVERYTHING, cursor: "51" })).toBe(false);
  expect(isFiltered({ ...EVERYTHING, person: "ana@exemplo.com.br" })).toBe(true);
});
