import { expect, it } from "vitest";

import { nextPath, nextScreen } from "./next-path";

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
])("sign-in page with %s sends staff to %s", (search, path) => {
  expect(nextPath(search, origin, true)).toBe(path);
});

it.each([
  ["?next=/conta", "/conta"],
  ["?next=/admin/contacts", "/"],
])("sign-in page with %s sends users who aren't staff to %s", (search, path) => {
  expect(nextPath(search, origin, false)).toBe(path);
});

it.each(["/admin/contacts?status=new", "/admin/help#sessoes"])("panel opens %s after signing in", (path) => {
  expect(nextScreen(`?${new URLSearchParams({ next: path })}`, origin)).toBe(path);
});

it.each([
  "",
  "//evil.example/admin/",
  "/\\evil.example/admin/x",
  "https://evil.example/admin/x",
  "/conta",
  "/admin/login?next=x",
])("panel opens the dashboard instead of %j after signing in", (next) => {
  expect(nextScreen(`?${new URLSearchParams({ next })}`, origin)).toBe("/admin/dashboard");
});
