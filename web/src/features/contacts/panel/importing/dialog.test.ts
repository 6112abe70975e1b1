import { expect, it } from "vitest";

import type { ContactImportResult } from "@/api/types";
import { summaryOf } from "./dialog";

it("summary of an import names only the counts above zero", () => {
  const result = { created: 2, waiting: 1, existing: 0, duplicates: 3, suppressed: 0, invalid: 1 };
  expect(summaryOf(result as ContactImportResult)).toBe(
    "2 contatos novos (1 aguarda resposta), 3 de quem já tem contato, 1 inválido",
  );
});
