/** How long somebody has waited for an answer, against what was promised. */
import { formatDuration } from "../../ui/panel/format";

export interface Wait {
  /** 'Espera há 5 h' */
  waited: string;
  /** How far within or beyond the promise. */
  margin: string;
  isLate: boolean;
}

const HOUR_MS = 60 * 60 * 1000;

export function describeWait(since: string, now: string, promised_hours: number): Wait {
  const waited = Math.max(0, Date.parse(now) - Date.parse(since));
  const left = promised_hours * HOUR_MS - waited;
  const isLate = left < 0;
  const margin = isLate
    ? `${formatDuration(-left)} além do prazo de ${promised_hours} h`
    : `${formatDuration(left)} para o fim do prazo de ${promised_hours} h`;
  return { waited: `Espera há ${formatDuration(waited)}`, margin, isLate };
}
