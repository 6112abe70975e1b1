// @vitest-environment node
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

import { subjectPath } from "./labels";
import { GROUPS } from "./queries";

const ACTIONS = join(import.meta.dirname, "../../../../../server/src/foundation/audit/action.rs");

/** Groups of the server's actions: `contact` for `ContactDeleted = "contact.deleted", "moveu para a lixeira o contato";`. */
const groups = [
  ...new Set(
    [...readFileSync(ACTIONS, "utf8").matchAll(/^ +\w+ = "(\w+)\.\w+", ".+";$/gm)].map(
      ([, group = ""]) => group,
    ),
  ),
].toSorted();

/** Groups whose actions aren't about a record with an id. */
const WITHOUT_RECORD = ["audit", "consent", "database", "newsletter", "person"];

const pathOf = (subject_kind: string | null, subject_id = "7", action = "") =>
  subjectPath({ subject_kind, subject_id, action });

it("filter has every group of actions that the server records", () => {
  expect(GROUPS.map(({ value }) => value).toSorted()).toEqual(groups);
});

it("record that an event is about has a screen", () => {
  const withRecord = groups.filter((group) => group !== "settings" && !WITHOUT_RECORD.includes(group));
  expect(withRecord.filter((kind) => !pathOf(kind))).toEqual([]);
  expect(pathOf("settings", "company")).not.toBeNull();
});

it.each([
  ["account", "/admin/users/7"],
  ["edition", "/admin/newsletter/editions/7"],
  ["media", "/admin/media/7"],
  ["page", "/admin/pages/7"],
  ["user", "/admin/users/7"],
])("record of the kind %s is shown at %s", (kind, path) => {
  expect(pathOf(kind)).toBe(path);
});

it("retention period is shown on the screen of retention periods", () => {
  expect(pathOf("settings", "backups", "settings.retention_updated")).toBe("/admin/people/retention");
});

it.each(["passkey", "session", "route", null])("record of the kind %s has no screen", (kind) => {
  expect(pathOf(kind)).toBeNull();
});
