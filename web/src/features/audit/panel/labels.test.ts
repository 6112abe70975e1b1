import { expect, it } from "vitest";

import type { AuditEvent } from "@/api/types";
import { changesOf } from "./labels";

const event: AuditEvent = {
  sequence: 1,
  created_at: "2026-11-20T12:00:00Z",
  action: "contact.updated",
  summary: "alterou o contato",
  source: "web",
  user_id: null,
  user_email: "ana@exemplo.com.br",
  ip: "10.0.0.1",
  subject_kind: "contact",
  subject_id: "1",
  label: "João",
  before: { status: "new", "hero.title": "A", is_active: true, tags: ["a", "b"] },
  after: { status: "read", "hero.title": "B", is_active: false, user_name: 1 },
  erased_at: null,
};

it("changed fields are shown with their labels and values", () => {
  expect(changesOf(event)).toEqual([
    { path: "status", field: "Status", before: "Novo", after: "Lido" },
    { path: "hero.title", field: "hero › Título", before: "A", after: "B" },
    { path: "is_active", field: "Ativo", before: "Sim", after: "Não" },
    { path: "tags", field: "Tags", before: "a\nb", after: "" },
    { path: "user_name", field: "user name", before: "", after: "1" },
  ]);
  expect(changesOf({ ...event, before: null, after: null })).toEqual([]);
});
