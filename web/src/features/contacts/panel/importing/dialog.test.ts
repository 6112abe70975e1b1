import { expect, it } from "vitest";

import type { ContactImportResult } from "@/api/types";
import { summaryOf } from "./dialog";
import { resultOf } from "./recent-imports";

it("summary of an import names only the counts above zero", () => {
  const result = { created: 2, waiting: 1, existing: 0, duplicates: 3, suppressed: 0, invalid: 1 };
  expect(summaryOf(result as ContactImportResult)).toBe(
    "2 contatos novos (1 aguarda resposta), 3 de quem já tem contato, 1 inválido",
  );
});

it("result of an undone import names the contacts that remain", () => {
  expect(resultOf({ deleted: 1, skipped: 0 })).toBe("1 contato foi para a lixeira.");
  expect(resultOf({ deleted: 12, skipped: 2 })).toBe(
    "12 contatos foram para a lixeira; 2 foram mantidos, porque alguém mexeu neles.",
  );
});
