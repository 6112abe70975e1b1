import { expect, it } from "vitest";

import type { FormerContact } from "@/api/types";
import { describeBulk, undoOf } from "./bulk";

const deal = {
  stage: "proposal",
  stage_changed_at: "2026-11-20T13:00:00Z",
  closed_from: null,
  value_cents: 500,
  lost_reason: null,
  lost_text: "",
} as const;

it("undo of a bulk change restores the former values", () => {
  const former: FormerContact = {
    id: "a",
    version: 2,
    status: "replied",
    assigned_to: "ana",
    answered_at: "2026-11-20T12:00:00Z",
    ...deal,
  };
  expect(undoOf("status", former)).toEqual({
    action: "status",
    status: "replied",
    answered_at: "2026-11-20T12:00:00Z",
    stage: "proposal",
    stage_changed_at: "2026-11-20T13:00:00Z",
    had_no_assignee: false,
  });
  expect(undoOf("stage", former)).toEqual({ action: "stage", ...deal });
  expect(undoOf("assign", former)).toEqual({ action: "assign", assigned_to: "ana", is_undo: true });
  expect(undoOf("release", former)).toEqual({ action: "quarantine" });
});

it("bulk change is described with the number of contacts", () => {
  expect(describeBulk({ action: "trash" }, 1)).toBe("1 contato na lixeira");
  expect(describeBulk({ action: "status", status: "read" }, 1)).toBe("Status atualizado");
  expect(describeBulk({ action: "assign", assigned_to: "ana" }, 1)).toBe("Responsável definido");
  expect(describeBulk({ action: "assign", assigned_to: null }, 2)).toBe("2 contatos sem responsável");
  expect(describeBulk({ action: "status", status: "read" }, 3)).toBe("Status de 3 contatos atualizado");
  expect(describeBulk({ action: "status", status: "archived" }, 1)).toBe("Contato arquivado");
  expect(describeBulk({ action: "status", status: "archived" }, 3)).toBe("3 contatos arquivados");
});
