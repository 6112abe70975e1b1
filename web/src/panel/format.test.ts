import { describe, expect, it } from "vitest";

import { fileDay, formatDay, formatDuration, formatLongDay, formatRecent, formatShortDay } from "./format";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

it("file day is the day in Brazil", () => {
  expect(fileDay(new Date("2026-11-21T02:59:59Z"))).toBe("2026-11-20");
  expect(fileDay(new Date("2026-11-21T03:00:00Z"))).toBe("2026-11-21");
});

describe("recent time", () => {
  // 00:30 in São Paulo.
  const now = "2026-11-20T03:30:00Z";

  it.each([
    ["2026-11-20T03:00:00Z", "Hoje, 00:00"],
    ["2026-11-20T02:59:00Z", "Ontem, 23:59"],
    ["2026-11-19T03:00:00Z", "Ontem, 00:00"],
    ["2026-11-19T02:59:00Z", "18/11/2026"],
    ["2025-11-20T03:00:00Z", "20/11/2025"],
  ])("%s is %s", (time, expected) => expect(formatRecent(time, now)).toBe(expected));
});

describe("day without a time", () => {
  it("is formatted as the same day", () => {
    expect(formatDay("2026-11-20")).toBe("20/11/2026");
    expect(formatShortDay("2026-11-01")).toBe("01/11");
    expect(formatLongDay("2026-11-20")).toBe("sexta-feira, 20 de novembro");
  });
});

describe("duration", () => {
  it.each([
    [0, "menos de 1 min"],
    [MINUTE, "1 min"],
    [HOUR - 1, "59 min"],
    [HOUR, "1 h"],
    [24 * HOUR - 1, "23 h"],
    [24 * HOUR, "1 dia"],
    [27 * HOUR, "1 dia e 3 h"],
    [10 * 24 * HOUR + HOUR, "10 dias e 1 h"],
  ])("of %i ms is '%s'", (milliseconds, expected) => expect(formatDuration(milliseconds)).toBe(expected));
});
