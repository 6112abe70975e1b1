import { expect, it } from "vitest";

import { summaryOf } from "./import-dialog";

it("import preview counts lines by outcome", () => {
  const lines = (["created", "refused", "created", "unchanged"] as const).map((outcome) => ({ outcome }));
  expect(summaryOf(lines)).toBe("1 recusado, 2 novos, 1 igual");
});
