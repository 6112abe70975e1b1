import { expect, it } from "vitest";

import { describeShare } from "./promise-sections";

it.each([
  [20, 19, true, "19 de 20 pedidos respondidos no prazo (95%). O site mostra."],
  [20, 19, false, "19 de 20 pedidos respondidos no prazo (95%). O site não mostra."],
  [2, 1, false, "1 de 2 pedidos respondidos no prazo (50%). Com menos de 20, o site não mostra."],
  [0, 0, false, "Nenhum prazo venceu nos últimos 90 dias. O site não mostra a parcela."],
])("share with %i due and %i met, shown: %s", (due, met, is_shown, expected) => {
  const percent = due > 0 ? Math.floor((met / due) * 100) : null;
  const overview = { services: [], met: { due, met, counted_at: null }, percent, is_shown, min_due: 20 };
  expect(describeShare(overview)).toBe(expected);
});
