import { expect, it } from "vitest";

import { outcomesOf } from "./preview";

it("import outcome is in the singular or plural, and omitted if it has no rows", () => {
  const counts = { confirmed: 1234, invited: 1, existing: 0, unsubscribed: 0, refused: 0, invalid: 2 };
  expect(outcomesOf(counts)).toEqual([
    { count: "1.234", text: "entram confirmadas, com prova de consentimento" },
    { count: "1", text: "recebe por e-mail um pedido de confirmação" },
    { count: "2", text: "têm erro e ficam de fora" },
  ]);
});
