/** Texts that say how many records were found and how many were searched. */
import { type Coverage, FULL_COVERAGE } from "@/api/list-page";
import { formatNumber } from "@/panel/format";

/** Formats a total as '1.234', or '10.000+' if not all records were counted. */
export function formatTotal(total: number, { hasMore }: Pick<Coverage, "hasMore"> = FULL_COVERAGE): string {
  return `${formatNumber(total)}${hasMore ? "+" : ""}`;
}

/** Returns '1 contato' or '10.000+ contatos'. */
export function describeTotal(total: number, coverage: Coverage, one: string, many: string): string {
  return `${formatTotal(total, coverage)} ${total === 1 ? one : many}`;
}

/** The end of `describeFound` for lists whose searches end early only with short terms. */
const SHORT_SEARCH = "primeiros da lista. Com três letras ou mais, a busca vai até o fim.";

/**
 * Returns '1 contato encontrado' or '1.000+ posts encontrados', and how many records a search has read that ended early. `limit` says
 * which records these are, and how to search the others.
 */
export function describeFound(
  total: number,
  coverage: Coverage,
  one: string,
  many: string,
  limit = SHORT_SEARCH,
): string {
  const found = `${describeTotal(total, coverage, one, many)} ${total === 1 ? "encontrado" : "encontrados"}`;
  if (coverage.searchedFirst === null) return found;
  return `${found} entre os ${formatNumber(coverage.searchedFirst)} ${limit}`;
}
