import { expect, test } from "vitest";

import { inputOf } from "./changes";
import { describeDue, isReminderOver } from "./steps";

/** 9:00 in São Paulo. */
const NOW = Date.parse("2026-11-20T12:00:00Z");

test.each([
  ["2026-11-19", null, "desde 19/11", "danger"],
  ["2026-11-20", "08:30", "desde hoje, 08:30", "danger"],
  ["2026-11-20", "14:30", "hoje, 14:30", "warning"],
  ["2026-11-20", null, "hoje", "warning"],
  ["2026-11-21", "10:00", "amanhã, 10:00", "neutral"],
  ["2026-12-01", null, "01/12", "neutral"],
])("step on %s at %s is due %s", (date, time, text, tone) => {
  const due = describeDue({ text: "Ligar", date, time, planned_by: null }, NOW);
  expect([due.text, due.tone]).toEqual([text, tone]);
  expect(due.isDue).toBe(tone !== "neutral");
});

test("undo of a step names the person who planned it", () => {
  const step = { text: "Ligar", date: "2026-11-24", time: null, planned_by: "bruna" };
  expect(inputOf(step)).toEqual(step);
  expect(inputOf(null)).toBeNull();
});

test.each([
  ["2026-11-19", "", true],
  ["2026-11-20", "", true],
  ["2026-11-20", "08:59", true],
  ["2026-11-20", "09:01", false],
  ["2026-11-21", "", false],
  ["", "", false],
])("reminder of a step on %o at %o is over: %o", (date, time, isOver) => {
  expect(isReminderOver(date, time, NOW)).toBe(isOver);
});
