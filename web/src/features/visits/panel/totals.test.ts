import { expect, it } from "vitest";

import type { VisitTotals } from "@/api/types";
import { comparisonOf } from "./totals";

const previous = {} as VisitTotals;
const counted_at = "2026-11-26T15:00:00Z";

it.each([
  [29, "2026-11-26", /^Comparação: 29 dias completos.* com os 29 anteriores\. Hoje ainda/],
  [1, "2026-11-25", /^Comparação: 1 dia completo deste período com o dia anterior\.$/],
])("comparison of %d days until %s says which days it compares", (compared_days, to, expected) => {
  expect(comparisonOf({ to, counted_at, compared_days, previous })).toMatch(expected);
});

it("period without comparable days says so", () => {
  const report = { to: "2026-11-26", counted_at, compared_days: 0, previous: null };
  expect(comparisonOf(report)).toMatch(/^Hoje ainda não acabou/);
  expect(comparisonOf({ ...report, compared_days: 6 })).toMatch(/^Ainda não há medição/);
});
