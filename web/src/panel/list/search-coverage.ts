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

/** Returns '1 contato encontrado' or '1.000+ posts encontrados', and how many records a short search has read. */
export function describeFound(total: number, coverage: Coverage, one: string, many: string): string {
  const found = `${describeTotal(total, coverage, one, many)} ${total === 1 ? "encontrado" : "encontrados"}`;
  if (coverage.searchedFirst === null) return found;
  const among = `entre os ${formatNumber(coverage.searchedFirst)} primeiros da lista`;
  return `${found} ${among}. Com três letras ou mais, a busca vai até o fim.`;
}
