import { expect, it } from "vitest";

import { describePromises, describeWait } from "./waiting-card";

const now = "2026-11-20T12:00:00Z";

it.each([
  ["2026-11-20T12:00:00Z", "Espera há menos de 1 min"],
  ["2026-11-20T07:00:00Z", "Espera há 5 h"],
  ["2026-11-19T09:00:00Z", "Espera há 1 dia e 3 h"],
  ["2026-11-20T12:00:01Z", "Espera há menos de 1 min"],
])(`wait from %s until ${now} is '%s'`, (since, waited) => {
  expect(describeWait(since, now)).toBe(waited);
});

it("share of promises met is rounded down, and is not shown before a deadline has passed", () => {
  expect(describePromises({ due: 0, met: 0 })).toBeNull();
  expect(describePromises({ due: 30, met: 0 })).toBe("0 de 30 respondidos no prazo nos últimos 30 dias (0%)");
  expect(describePromises({ due: 1, met: 1 })).toBe("1 de 1 respondido no prazo nos últimos 30 dias (100%)");
  expect(describePromises({ due: 1000, met: 999 })).toBe(
    "999 de 1.000 respondidos no prazo nos últimos 30 dias (99%)",
  );
});
