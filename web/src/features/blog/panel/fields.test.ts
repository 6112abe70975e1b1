import { expect, it } from "vitest";

import { slugOf } from "./fields";

it.each([
  ["Backup: a regra 3-2-1-1-0!", "backup-a-regra-3-2-1-1-0"],
  ["  Ação & Reação  ", "acao-reacao"],
  ["--a -- b--", "a-b"],
  ["a/b?c#d", "abcd"],
  ["日本", ""],
])("slug of %j is %j", (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

it("slug of a long title is cut after a whole word if possible", () => {
  const [long, fits] = [`${"palavra ".repeat(15)}ultima`, `${"palavra ".repeat(14)}palavras`];
  expect(slugOf(long)).toBe(Array(15).fill("palavra").join("-"));
  expect(slugOf(fits)).toHaveLength(120);
  expect(slugOf("a".repeat(130))).toBe("a".repeat(120));
});
