/** Texts that say how many records were found and how many were searched. */
import { type Coverage, FULL_COVERAGE } from "@/api/list-page";
import { formatCount, formatNumber } from "@/panel/format";

/** Formats a total as '1.234' or 'mais de 1.000'. */
export function formatTotal(total: number, { hasMore }: Coverage = FULL_COVERAGE): string {
  return `${hasMore ? "mais de " : ""}${formatNumber(total)}`;
}

/** Returns '1 contato encontrado' or 'Mais de 1.000 posts encontrados', and how many records a short search has read. */
export function describeFound(total: number, coverage: Coverage, one: string, many: string): string {
  const count = `${coverage.hasMore ? "Mais de " : ""}${formatCount(total, one, many)}`;
  const found = `${count} ${total === 1 ? "encontrado" : "encontrados"}`;
  if (coverage.searchedFirst === null) return found;
  const among = `entre os ${formatNumber(coverage.searchedFirst)} primeiros da lista`;
  return `${found} ${among}. Com três letras ou mais, a busca vai até o fim.`;
}
