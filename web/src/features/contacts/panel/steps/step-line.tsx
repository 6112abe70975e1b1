/** The next step in a row: that it is due, and in a card also what it is. */
import { CalendarCheck } from "lucide-react";

import type { NextStep } from "@/api/types";
import { useNow } from "@/lib/use-now";
import { cn } from "@/panel/cn";
import { Badge } from "@/panel/controls/badge";
import { describeDue } from "./steps";

/** A badge if the step is due today or overdue. */
export function DueBadge({ step }: { step: NextStep }) {
  const { text, tone, isDue } = describeDue(step, useNow());
  if (!isDue) return null;
  return (
    <span title={`Próximo passo: ${step.text}`}>
      <Badge tone={tone}>
        <CalendarCheck className="size-3.5" aria-hidden />
        <span className="sr-only">Próximo passo: {step.text}, </span>
        {text}
      </Badge>
    </span>
  );
}

export function StepLine({ step }: { step: NextStep }) {
  const { text, tone } = describeDue(step, useNow());
  return (
    <p className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-1.5 text-xs" title={step.text}>
      <CalendarCheck className="text-muted mt-px size-3.5" aria-hidden />
      <span className="line-clamp-2 wrap-anywhere">
        <span className="sr-only">Próximo passo: </span>
        {step.text}
      </span>
      <span
        className={cn(
          "text-muted col-start-2",
          tone === "danger" && "text-danger font-medium",
          tone === "warning" && "text-warning font-medium",
        )}
      >
        {text}
      </span>
    </p>
  );
}
