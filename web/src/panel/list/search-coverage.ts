/** How far the server has gone to find what was searched for, and how a list says so. */
import { formatCount, formatNumber } from "@/panel/format";

export interface Reach {
  /** More were found than were counted. */
  hasMore: boolean;
  /** So many rows from the top were looked at, if not all. */
  first: number | null;
}

export const WHOLE: Reach = { hasMore: false, first: null };

export function reachOf(headers: Headers): Reach {
  const first = headers.get("X-Searched-First");
  return { hasMore: headers.get("X-Total-More") === "true", first: first === null ? null : Number(first) };
}

/** '1.234' or 'mais de 1.000'. */
export function formatTotal(total: number, { hasMore }: Reach): string {
  return `${hasMore ? "mais de " : ""}${formatNumber(total)}`;
}

/** '1 contato encontrado', 'Mais de 1.000 posts encontrados'. */
export function describeFound(total: number, reach: Reach, one: string, many: string): string {
  const count = `${reach.hasMore ? "Mais de " : ""}${formatCount(total, one, many)}`;
  const found = `${count} ${total === 1 ? "encontrado" : "encontrados"}`;
  if (reach.first === null) return found;
  const among = `entre os ${formatNumber(reach.first)} primeiros da lista`;
  return `${found} ${among}. Com três letras ou mais, a busca vai até o fim.`;
}
