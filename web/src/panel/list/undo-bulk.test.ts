import { expect, it } from "vitest";

import { undoChanges } from "./undo-bulk";

it("records with the same former values share one change", () => {
  const former = [
    { id: "a", status: "new" },
    { id: "b", status: "read" },
    { id: "c", status: "new" },
  ];
  expect(undoChanges(former, ({ status }) => ({ action: "status", status }))).toEqual([
    { action: "status", status: "new", ids: ["a", "c"] },
    { action: "status", status: "read", ids: ["b"] },
  ]);
});
