import { expect, it } from "vitest";

import { newKey } from "./new-key";

it("idempotency keys have 32 hex digits and differ", () => {
  expect(newKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(newKey()).not.toBe(newKey());
});
