import { expect, it } from "vitest";

import { same } from "./deep-equal";

it("values are compared by content, not by identity", () => {
  const one = { title: "a", links: [{ url: "/", target: null }] };
  expect(same(one, structuredClone(one))).toBe(true);
  expect(same({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
  expect(same({ a: [1] }, { a: [1, 2] })).toBe(false);
  expect(same([], {})).toBe(false);
  expect(same({ a: undefined }, { b: undefined })).toBe(false);
  expect(same(null, {})).toBe(false);
});
