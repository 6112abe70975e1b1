/** How the promise of an answer within 24 hours stands, in words. */
import type { Promised } from "../../api/types";
import type { Tone } from "../../ui/panel/badge";
import { formatDateTime } from "../../ui/panel/format";

export interface PromiseWords {
  /** For a row: '5 h de expediente', 'Atrasado'. */
  short: string;
  /** 'Restam 5 h de expediente, até 20/11/2026, 18:00' */
  long: string;
  tone: Tone;
}

const SOON_MINUTES = 2 * 60;

export function describePromise({ due_at, is_late, minutes_left }: Promised): PromiseWords {
  const due = formatDateTime(due_at);
  if (is_late) return { short: "Atrasado", long: `Atrasado desde ${due}`, tone: "danger" };
  const tone = minutes_left <= SOON_MINUTES ? "warning" : "neutral";
  if (minutes_left === 0) {
    return { short: "Sem expediente", long: `Sem expediente até o prazo, ${due}`, tone };
  }
  const left = formatMinutes(minutes_left);
  const remain = minutes_left < 120 && minutes_left >= 60 ? "Resta" : "Restam";
  return { short: `${left} de expediente`, long: `${remain} ${left} de expediente, até ${due}`, tone };
}

/** '45 min', '5 h', '5 h 30' */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, "0")}`;
}
