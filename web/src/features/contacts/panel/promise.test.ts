import { expect, it } from "vitest";

import { describePromise } from "./promise";

const due_at = "2026-11-20T21:00:00Z";
const due_text = "segunda, 18h";
const textOf = (minutes_left: number, is_late = false) =>
  describePromise({ due_at, due_text, is_late, minutes_left });

it("deadline has a short and a long text, and a tone that depends on the time left", () => {
  expect(textOf(300)).toEqual({
    short: "até segunda, 18h",
    long: "Responder até segunda, 18h",
    tone: "neutral",
  });
  expect(textOf(120)).toMatchObject({ tone: "warning" });
  expect(textOf(0, true)).toEqual({
    short: "Atrasado",
    long: "Atrasado desde segunda, 18h",
    tone: "danger",
  });
});
