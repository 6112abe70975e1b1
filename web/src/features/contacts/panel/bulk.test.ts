import { expect, it } from "vitest";

import type { FormerContact } from "@/api/types";
import { describeBulk, undoOf } from "./bulk";

it("undo of a bulk change restores the former values", () => {
  const former: FormerContact = {
    id: "a",
    version: 2,
    status: "replied",
    assigned_to: "ana",
    answered_at: "2026-11-20T12:00:00Z",
  };
  expect(undoOf("status", former)).toEqual({
    action: "status",
    status: "replied",
    answered_at: "2026-11-20T12:00:00Z",
  });
  expect(undoOf("assign", former)).toEqual({ action: "assign", assigned_to: "ana" });
  expect(undoOf("release", former)).toEqual({ action: "quarantine" });
});

it("bulk change is described with the number of contacts", () => {
  expect(describeBulk("trash", 1)).toBe("1 contato na lixeira");
  expect(describeBulk("status", 3)).toBe("Status de 3 contatos atualizado");
});
