import { expect, it } from "vitest";

import { recordPath } from "./record-path";

it("record links to the screen that shows it, if any", () => {
  expect(recordPath("notes", "7")).toBe("/admin/contacts/7");
  expect(recordPath("audit_events", "12")).toBe("/admin/audit/12");
  expect([recordPath("messages", "7"), recordPath("notes", null)]).toEqual([null, null]);
});
