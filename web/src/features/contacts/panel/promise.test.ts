import { expect, it } from "vitest";

import { describePromise } from "./promise";

const due_at = "2026-11-20T21:00:00Z";
const due_text = "segunda, 18h";
const describe = (minutes_left: number, is_late = false) =>
  describePromise({ due_at, due_text, is_late, minutes_left });

it("deadline is described in everyday words", () => {
  expect(describe(300)).toEqual({
    short: "até segunda, 18h",
    long: "Responder até segunda, 18h",
    tone: "neutral",
  });
  expect(describe(120)).toMatchObject({ tone: "warning" });
  expect(describe(0, true)).toEqual({
    short: "Atrasado",
    long: "Atrasado desde segunda, 18h",
    tone: "danger",
  });
});
