import { expect, it } from "vitest";

import type { RetentionState } from "@/api/types";
import { describeRule, recordPath } from "./record";

const RULE: RetentionState = {
  key: "archived_contacts",
  label: "Contatos arquivados",
  text: "",
  days: 365,
  default_days: null,
  suggested_days: 365,
  min_days: 30,
  max_days: 3650,
  may_be_off: true,
  erased_at: "2026-11-10T12:00:00Z",
  erased: 3,
  next_at: "2026-12-02T12:00:00Z",
  due_soon: 2,
};

it("rule in use says what it erased last and erases next", () => {
  expect(describeRule(RULE)).toBe(
    "Última exclusão: 3 em 10/11/2026. O próximo vence em 02/12/2026; 2 nos próximos 30 dias.",
  );
  expect(describeRule({ ...RULE, erased_at: null, next_at: null })).toBe(
    "Nada apagado até agora. Não há registros.",
  );
});

it("rule that is off says what the suggested period would erase", () => {
  expect(describeRule({ ...RULE, days: null, erased_at: null })).toBe(
    "Desligado. Nada apagado até agora. Com 365 dias, o sugerido, 2 sairiam nos próximos 30 dias.",
  );
  expect(describeRule({ ...RULE, days: null, due_soon: 1 })).toContain(" 1 sairia nos");
  expect(describeRule({ ...RULE, days: null, due_soon: 0 })).toContain(" nenhum sairia nos");
});

it("record links to the screen that shows it, if any", () => {
  expect(recordPath("notes", "7")).toBe("/admin/contacts/7");
  expect(recordPath("audit_events", "12")).toBe("/admin/audit/12");
  expect(recordPath("staff_audit_events", "12")).toBe("/admin/audit/12");
  expect([recordPath("messages", "7"), recordPath("notes", null)]).toEqual([null, null]);
});
