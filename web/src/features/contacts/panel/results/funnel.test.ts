import { expect, it } from "vitest";

import { funnelSteps, shareOf } from "./funnel";

it("funnel shows the share of the received contacts that reached each stage", () => {
  const figures = {
    received: 8,
    talking: 6,
    proposal: 3,
    won: 1,
    lost: 2,
    value_cents: 0,
    answered: 6,
    median_minutes: 5,
  };
  expect(funnelSteps(figures).map(({ count, share }) => [count, share])).toEqual([
    [8, "100%"],
    [6, "75%"],
    [3, "37%"],
    [1, "12%"],
  ]);
});

it("share of nothing is a dash", () => {
  expect(shareOf(0, 0)).toBe("–");
});
