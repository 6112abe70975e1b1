/** The bars of the chart: one for each day or, in long periods, for each week. */
import type { VisitDay } from "@/api/types";
import { formatDay, formatLongDay, formatShortDay } from "@/panel/format";

export type Count = "views" | "visitors" | "contacts";

export interface Bar {
  id: string;
  name: string;
  shortName: string;
  value: number;
}

/** Longer periods have weekly bars. */
const MAX_DAILY_BARS = 100;
const WEEK_DAYS = 7;

/** Returns whether the bars of a period are weeks. */
export const areWeeks = (days: readonly VisitDay[]) => days.length > MAX_DAILY_BARS;

/** Returns the bars, oldest first. The last week ends with the last day, so the first week may be shorter. */
export function barsOf(days: readonly VisitDay[], count: Count): Bar[] {
  if (!areWeeks(days)) {
    return days.map((day) => ({
      id: day.day,
      name: formatLongDay(day.day),
      shortName: formatShortDay(day.day),
      value: day[count],
    }));
  }
  const bars: Bar[] = [];
  for (let end = days.length; end > 0; end -= WEEK_DAYS) {
    const week = days.slice(Math.max(0, end - WEEK_DAYS), end);
    const [first, last] = [week[0], week.at(-1)];
    if (!first || !last) break;
    bars.unshift({
      id: first.day,
      name: `${formatDay(first.day)} a ${formatDay(last.day)}`,
      shortName: formatShortDay(first.day),
      value: week.reduce((sum, day) => sum + day[count], 0),
    });
  }
  return bars;
}

/** Describes the change since the previous period: '+12%', '−3%', 'igual'. Returns null if its count is 0 or unknown. */
export function changeOf(now: number, before: number | undefined): string | null {
  if (!before) return null;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return "igual";
  return `${percent > 0 ? "+" : "−"}${Math.abs(percent)}%`;
}
