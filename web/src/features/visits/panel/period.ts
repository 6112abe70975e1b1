/**
 * The period of the visit figures, which the screen's URL contains. Days are dates such as '2026-11-20' in São Paulo's time
 * zone.
 */
import { panelPaths } from "@/lib/paths";
import { fileDay } from "@/panel/format";

export interface Period {
  from: string;
  to: string;
  /** Number of days up to today; null if the user chose both days. */
  days: number | null;
}

export const PERIODS: readonly { days: number; label: string }[] = [
  { days: 7, label: "7 dias" },
  { days: 30, label: "30 dias" },
  { days: 90, label: "90 dias" },
  { days: 365, label: "12 meses" },
];

const DEFAULT_DAYS = 30;
/** Maximum length of a period: two years, one of them a leap year. */
const MAX_DAYS = 731;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Reads the period from a query: `?days=90`, or `?from=2026-11-01&to=2026-11-20`. Without a valid one, returns the last 30
 * days.
 */
export function readPeriod(query: URLSearchParams, now: Date): Period {
  const today = fileDay(now);
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
  if (problemOf(from, to) === null) return { from, to, days: null };
  const days = PERIODS.find((period) => String(period.days) === query.get("days"))?.days ?? DEFAULT_DAYS;
  return { from: addDays(today, 1 - days), to: today, days };
}

/** Returns whether all days of the period are in the future. */
export const isFuture = ({ from }: Period, now: Date): boolean => from > fileDay(now);

export function periodPath(days: number): string {
  return days === DEFAULT_DAYS ? panelPaths.visits : `${panelPaths.visits}?days=${days}`;
}

export function customPath(from: string, to: string): string {
  return `${panelPaths.visits}?${new URLSearchParams({ from, to }).toString()}`;
}

/** Returns why two days are not a valid period; null if they are. */
export function problemOf(from: string, to: string): string | null {
  if (!isDay(from) || !isDay(to)) return "Informe as duas datas.";
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (length < 1) return "A data final vem antes da inicial.";
  return length > MAX_DAYS ? "Escolha até dois anos." : null;
}

/** Returns whether a text is a day. Browsers parse '2026-02-30' as a day of March. */
const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}
