import { expect, it } from "vitest";

import { coverageOf, FULL_COVERAGE } from "@/api/list-page";
import { describeFound, describeTotal, formatTotal } from "./search-coverage";

const textOf = (total: number, headers: Record<string, string>) =>
  describeFound(total, coverageOf(new Headers(headers)), "contato", "contatos");

it("text about a search has the number of records found", () => {
  expect(textOf(0, {})).toBe("0 contatos encontrados");
  expect(textOf(1, {})).toBe("1 contato encontrado");
  expect(textOf(1000, {})).toBe("1.000 contatos encontrados");
});

it("total ends with '+' if not all records were counted", () => {
  expect(textOf(1000, { "X-Total-More": "true" })).toBe("1.000+ contatos encontrados");
  expect(formatTotal(1000, { hasMore: true })).toBe("1.000+");
  expect(formatTotal(1000, FULL_COVERAGE)).toBe("1.000");
  expect(describeTotal(10000, { ...FULL_COVERAGE, hasMore: true }, "contato", "contatos")).toBe(
    "10.000+ contatos",
  );
  expect(describeTotal(1, FULL_COVERAGE, "contato", "contatos")).toBe("1 contato");
});

it("text about a search of two letters has the number of records searched", () => {
  expect(textOf(3, { "X-Searched-First": "10000" })).toBe(
    "3 contatos encontrados entre os 10.000 primeiros da lista. Com três letras ou mais, a busca vai até o fim.",
  );
});

it("text about a search of the newest records says how to search the others", () => {
  const coverage = coverageOf(new Headers({ "X-Searched-First": "50000" }));
  const limit = "mais recentes. Para buscar nos anteriores, escolha uma data final.";
  expect(describeFound(3, coverage, "evento", "eventos", limit)).toBe(
    "3 eventos encontrados entre os 50.000 mais recentes. Para buscar nos anteriores, escolha uma data final.",
  );
});
