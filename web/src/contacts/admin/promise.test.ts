import { expect, it } from "vitest";

import { describePromise, formatMinutes } from "./promise";

const due_at = "2026-11-20T21:00:00Z";
const words = (minutes_left: number, is_late = false) => describePromise({ due_at, is_late, minutes_left });

it("tells what is left in working time, and until when", () => {
  expect(words(300)).toEqual({
    short: "5 h de expediente",
    long: "Restam 5 h de expediente, até 20/11/2026, 18:00",
    tone: "neutral",
  });
  expect(words(60)).toMatchObject({
    long: "Resta 1 h de expediente, até 20/11/2026, 18:00",
    tone: "warning",
  });
  expect(words(0)).toMatchObject({ short: "Sem expediente", tone: "warning" });
  expect(words(0, true)).toEqual({
    short: "Atrasado",
    long: "Atrasado desde 20/11/2026, 18:00",
    tone: "danger",
  });
});

it("writes minutes as people say them", () => {
  expect([1, 59, 60, 61, 330, 1440].map(formatMinutes)).toEqual([
    "1 min",
    "59 min",
    "1 h",
    "1 h 01",
    "5 h 30",
    "24 h",
  ]);
});
