/** How the promise of an answer within 24 hours stands, in words. */
import type { Promise as Promised } from "@/api/types";
import type { Tone } from "@/panel/controls/badge";

interface PromiseWords {
  /** Short text for a row: 'até segunda, 18h', 'Atrasado'. */
  short: string;
  /** 'Responder até segunda, 18h', 'Atrasado desde ontem, 18h' */
  long: string;
  tone: Tone;
}

/** Unit: business hours. */
const SOON_MINUTES = 2 * 60;

export function describePromise({ due_text, is_late, minutes_left }: Promised): PromiseWords {
  if (is_late) return { short: "Atrasado", long: `Atrasado desde ${due_text}`, tone: "danger" };
  const tone = minutes_left <= SOON_MINUTES ? "warning" : "neutral";
  return { short: `até ${due_text}`, long: `Responder até ${due_text}`, tone };
}
