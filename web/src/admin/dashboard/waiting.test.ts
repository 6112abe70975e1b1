import { expect, it } from "vitest";

import { describeWait } from "./waiting";

const now = "2026-11-20T12:00:00Z";

it.each([
  ["2026-11-20T12:00:00Z", "Espera há menos de 1 min", "1 dia para o fim do prazo de 24 h", false],
  ["2026-11-20T07:00:00Z", "Espera há 5 h", "19 h para o fim do prazo de 24 h", false],
  ["2026-11-19T12:00:00Z", "Espera há 1 dia", "menos de 1 min para o fim do prazo de 24 h", false],
  ["2026-11-19T11:59:59.999Z", "Espera há 1 dia", "menos de 1 min além do prazo de 24 h", true],
  ["2026-11-19T09:00:00Z", "Espera há 1 dia e 3 h", "3 h além do prazo de 24 h", true],
  ["2026-11-20T12:00:01Z", "Espera há menos de 1 min", "1 dia para o fim do prazo de 24 h", false],
])("since %s: %s, %s", (since, waited, margin, isLate) => {
  expect(describeWait(since, now, 24)).toEqual({ waited, margin, isLate });
});
