/** The promise of a reply to a contact: its deadline as text. */
import { Clock } from "lucide-react";

import type { Promise as Promised } from "@/api/types";
import { cn } from "@/panel/cn";
import type { Tone } from "@/panel/controls/badge";

interface DeadlineText {
  /** Short text for a row: 'até segunda, 18h', 'Atrasado'. */
  short: string;
  /** Long text: 'Responder até segunda, 18h', 'Atrasado desde ontem, 18h'. */
  long: string;
  tone: Tone;
}

/** Remaining minutes of business hours from which the deadline has the color of a warning. */
const SOON_MINUTES = 2 * 60;

export function describePromise({ due_text, is_late, minutes_left }: Promised): DeadlineText {
  if (is_late) return { short: "Atrasado", long: `Atrasado desde ${due_text}`, tone: "danger" };
  const tone = minutes_left <= SOON_MINUTES ? "warning" : "neutral";
  return { short: `até ${due_text}`, long: `Responder até ${due_text}`, tone };
}

const COLORS: Partial<Record<Tone, string>> = {
  danger: "bg-danger-soft text-danger",
  warning: "bg-warning-soft text-warning",
};

/** The deadline of an open contact. */
export function PromiseBadge({ promise }: { promise: Promised }) {
  const { long, tone } = describePromise(promise);
  return (
    <p
      className={cn(
        "inline-flex w-fit gap-1.5 rounded-lg px-2.5 py-1 text-xs font-medium",
        COLORS[tone] ?? "bg-sunken text-muted",
      )}
    >
      <Clock className="mt-px size-3.5 shrink-0" aria-hidden />
      {long}
    </p>
  );
}

/** The deadline in a row of the list. */
export function PromiseLine({ promise }: { promise: Promised }) {
  const { short, long, tone } = describePromise(promise);
  return (
    <span
      title={long}
      className={cn(
        "block truncate text-xs",
        tone === "danger" && "text-danger font-medium",
        tone === "warning" && "text-warning font-medium",
      )}
    >
      {short}
    </span>
  );
}
