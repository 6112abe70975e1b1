import { expect, it } from "vitest";

import { nextPath } from "./next-path";

const origin = "https://vitrine.example";

it.each([
  ["?next=/admin/contacts", "/admin/contacts"],
  ["?next=/admin/contacts%3Fstatus%3Dnew", "/admin/contacts?status=new"],
  ["?next=/conta", "/conta"],
  ["?next=/conta/../auth", "/"],
  ["", "/"],
  ["?next=/sobre", "/"],
  ["?next=https://evil.example/admin/", "/"],
  ["?next=//evil.example/admin/", "/"],
  ["?next=/admin/../auth", "/"],
  ["?next=/admin/..%2f..//evil.example", "/"],
  ["?next=/\\evil.example/admin/", "/"],
  ["?next=%09/admin/", "/"],
])("%s leads to %s", (search, path) => {
  expect(nextPath(search, origin, true)).toBe(path);
});

it.each([
  ["?next=/conta", "/conta"],
  ["?next=/admin/contacts", "/"],
])("%s leads visitors to %s", (search, path) => {
  expect(nextPath(search, origin, false)).toBe(path);
});
