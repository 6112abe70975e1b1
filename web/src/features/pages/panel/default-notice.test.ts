import { expect, it } from "vitest";

import { adopted } from "./default-notice";

const section = (id: string, title = id) => ({ id, title });

it("adopted section replaces the one with its id, or follows its predecessor in the default content", () => {
  const defaults = [section("a"), section("b", "novo"), section("c")];
  const own = [section("a", "meu"), section("c", "meu")];
  expect(adopted(own, section("b", "novo"), defaults)).toEqual([own[0], section("b", "novo"), own[1]]);
  expect(adopted(own, section("c"), defaults)).toEqual([own[0], section("c")]);
  expect(adopted([section("x")], section("a"), defaults)).toEqual([section("x"), section("a")]);
});
