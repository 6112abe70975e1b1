import { expect, it } from "vitest";

import { countText, isEmpty } from "./demo-section";

const NOTHING = { services: [], posts: [], pages: [], settings: [] };

it("demo content is counted by kind, without empty kinds", () => {
  expect(isEmpty(NOTHING)).toBe(true);
  const some = { ...NOTHING, services: ["A", "B"], settings: ["Empresa"] };
  expect(isEmpty(some)).toBe(false);
  expect(countText(some)).toBe("2 serviços e 1 cadastro com dados fictícios");
});
