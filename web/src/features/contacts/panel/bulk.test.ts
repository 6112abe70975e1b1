import { expect, it } from "vitest";

import type { FormerContact } from "@/api/types";
import { describeBulk, undoChanges } from "./bulk";

const former: FormerContact[] = [
  { id: "a", status: "new", assigned_to: null },
  { id: "b", status: "read", assigned_to: "ana" },
  { id: "c", status: "new", assigned_to: "ana" },
];

it("undo of a bulk change groups the contacts by their previous value", () => {
  expect(undoChanges("status", former)).toEqual([
    { action: "status", status: "new", ids: ["a", "c"] },
    { action: "status", status: "read", ids: ["b"] },
  ]);
  expect(undoChanges("assign", former)).toEqual([
    { action: "assign", assigned_to: null, ids: ["a"] },
    { action: "assign", assigned_to: "ana", ids: ["b", "c"] },
  ]);
  expect(undoChanges("trash", former)).toEqual([{ action: "restore", ids: ["a", "b", "c"] }]);
  expect(undoChanges("release", former)).toEqual([{ action: "quarantine", ids: ["a", "b", "c"] }]);
});

it("bulk change is described with the number of contacts", () => {
  expect(describeBulk("trash", 1)).toBe("1 contato na lixeira");
  expect(describeBulk("status", 3)).toBe("Status de 3 contatos atualizado");
});
