import { expect, it } from "vitest";

import { deepEqual } from "./deep-equal";

it("values are compared by content, not by identity", () => {
  const one = { title: "a", links: [{ url: "/", target: null }] };
  expect(deepEqual(one, structuredClone(one))).toBe(true);
  expect(deepEqual({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
  expect(deepEqual({ a: [1] }, { a: [1, 2] })).toBe(false);
  expect(deepEqual([], {})).toBe(false);
  expect(deepEqual({ a: undefined }, { b: undefined })).toBe(false);
  expect(deepEqual(null, {})).toBe(false);
});
