import { expect, it } from "vitest";

import { coverageOf, FULL_COVERAGE } from "@/api/list-page";
import { describeFound, formatTotal } from "./search-coverage";

const describe = (total: number, headers: Record<string, string>) =>
  describeFound(total, coverageOf(new Headers(headers)), "contato", "contatos");

it("text has the number of records found", () => {
  expect(describe(0, {})).toBe("0 contatos encontrados");
  expect(describe(1, {})).toBe("1 contato encontrado");
  expect(describe(1000, {})).toBe("1.000 contatos encontrados");
});

it("text says if there are more records than were counted", () => {
  expect(describe(1000, { "X-Total-More": "true" })).toBe("Mais de 1.000 contatos encontrados");
  expect(formatTotal(1000, { hasMore: true, searchedFirst: null })).toBe("mais de 1.000");
  expect(formatTotal(1000, FULL_COVERAGE)).toBe("1.000");
});

it("text says how many records a search of two letters has covered", () => {
  expect(describe(3, { "X-Searched-First": "10000" })).toBe(
    "3 contatos encontrados entre os 10.000 primeiros da lista. Com três letras ou mais, a busca vai até o fim.",
  );
});
