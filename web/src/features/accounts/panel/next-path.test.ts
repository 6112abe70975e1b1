import { expect, it } from "vitest";

import { nextPath } from "./next-path";

const ask = (next: string) => nextPath(`?${new URLSearchParams({ next })}`);

it("goes back to the screen that was asked for", () => {
  expect(ask("/admin/contacts?status=new")).toBe("/admin/contacts?status=new");
});

it.each(["", "//evil.example/admin/", "/\\evil.example/admin/x", "https://evil.example/admin/x", "/conta"])(
  "goes to the dashboard rather than to %j",
  (next) => expect(ask(next)).toBe("/admin/dashboard"),
);
