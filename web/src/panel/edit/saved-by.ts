/** Who saved the version that stands in the way of one's own, in words. */
import { formatDate, formatDateTime, formatTime } from "@/panel/format";

/** As far as it is known. */
export interface Saver {
  saved_by: string | null;
  saved_at: string | null;
}

/** 'Ana às 13:05'; with the day if it isn't today. */
export function savedBy({ saved_by, saved_at }: Saver, now = new Date()): string {
  const who = saved_by ?? "outra pessoa";
  if (!saved_at) return who;
  const isToday = formatDate(saved_at) === formatDate(now.toISOString());
  return isToday ? `${who} às ${formatTime(saved_at)}` : `${who} em ${formatDateTime(saved_at)}`;
}
