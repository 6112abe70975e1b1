import { expect, it } from "vitest";

import type { ContactImportResult, ImportColumns } from "@/api/types";
import { lacksNames, statusHint, summaryOf } from "./dialog";
import { resultOf } from "./recent-imports";

it("summary of an import names only the counts above zero", () => {
  const result = { created: 2, waiting: 1, existing: 0, duplicates: 3, suppressed: 0, invalid: 1 };
  expect(summaryOf(result as ContactImportResult)).toBe(
    "2 contatos novos (1 aguarda resposta), 3 repetidos (no arquivo ou já cadastrados), 1 inválido",
  );
});

it("hint says which status rows without one get", () => {
  const columns = { name: 0, status: null } as ImportColumns;
  expect(statusHint({ columns })).toMatch(/^Sem coluna de status, todos entram como Arquivado/);
  expect(statusHint({ columns: { ...columns, status: 1 } })).toMatch(/^Linhas sem status/);
});

it("import without a column of names is noticed if it has contacts to add", () => {
  const columns = { name: null, email: 0 } as ImportColumns;
  expect(lacksNames({ columns, created: 3 })).toBe(true);
  expect(lacksNames({ columns, created: 0 })).toBe(false);
  expect(lacksNames({ columns: { ...columns, name: 1 }, created: 3 })).toBe(false);
});

it("result of an undone import names the contacts that remain", () => {
  expect(resultOf({ deleted: 1, skipped: 0 })).toBe("1 contato foi para a lixeira.");
  expect(resultOf({ deleted: 12, skipped: 2 })).toBe(
    "12 contatos foram para a lixeira; 2 foram mantidos, porque alguém mexeu neles.",
  );
});
