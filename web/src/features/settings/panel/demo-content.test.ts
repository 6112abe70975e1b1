import { expect, it } from "vitest";

import { countText, isGone } from "./demo-content";

const NOTHING = { services: [], posts: [], pages: [], settings: [] };

it("says what is left, kind by kind", () => {
  expect(isGone(NOTHING)).toBe(true);
  const some = { ...NOTHING, services: ["A", "B"], settings: ["Empresa"] };
  expect(isGone(some)).toBe(false);
  expect(countText(some)).toBe("2 serviços e 1 cadastro com dados fictícios");
});
