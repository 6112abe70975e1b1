import { expect, it } from "vitest";

import { slugOf } from "./slug";

it.each([
  ["Backup: a regra 3-2-1-1-0!", "backup-a-regra-3-2-1-1-0"],
  ["  Ação & Reação  ", "acao-reacao"],
  ["--a -- b--", "a-b"],
  ["a/b?c#d", "abcd"],
  ["日本", ""],
])("makes %j an address", (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});
