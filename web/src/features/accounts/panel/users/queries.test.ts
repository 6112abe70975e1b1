import { expect, it } from "vitest";

import { USERS } from "./queries";

it("user filter round-trips through the URL", () => {
  const filter = { search: "joão & cia", role: "editor", cursor: "abc" } as const;
  const [, query] = USERS.url(filter).split("?");
  expect(USERS.read(new URLSearchParams(query))).toEqual(filter);
});

it("user filter ignores an unknown role", () => {
  const filter = USERS.read(new URLSearchParams("role=root&other=1"));
  expect(filter).toEqual({ search: "", role: null, cursor: "" });
  expect(USERS.isFiltered(filter)).toBe(false);
  expect(USERS.isFiltered({ ...filter, role: "user" })).toBe(true);
});
