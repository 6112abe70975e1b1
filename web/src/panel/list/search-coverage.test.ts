import { expect, it } from "vitest";

import { coverageOf, FULL_COVERAGE } from "@/api/list-page";
import { describeFound, formatTotal } from "./search-coverage";

const describe = (total: number, headers: Record<string, string>) =>
  describeFound(total, coverageOf(new Headers(headers)), "contato", "contatos");

it("says how many were found", () => {
  expect(describe(0, {})).toBe("0 contatos encontrados");
  expect(describe(1, {})).toBe("1 contato encontrado");
  expect(describe(1000, {})).toBe("1.000 contatos encontrados");
});

it("says that there are more than were counted", () => {
  expect(describe(1000, { "X-Total-More": "true" })).toBe("Mais de 1.000 contatos encontrados");
  expect(formatTotal(1000, { hasMore: true, searchedFirst: null })).toBe("mais de 1.000");
  expect(formatTotal(1000, FULL_COVERAGE)).toBe("1.000");
});

it("says where a search of two letters has ended", () => {
  expect(describe(3, { "X-Searched-First": "10000" })).toBe(
    "3 contatos encontrados entre os 10.000 primeiros da lista. Com três letras ou mais, a busca vai até o fim.",
  );
});
