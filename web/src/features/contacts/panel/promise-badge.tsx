import { Clock } from "lucide-react";

import type { Promise as Promised } from "@/api/types";
import { cn } from "@/panel/cn";
import { describePromise } from "./promise";

const LOOKS: Partial<Record<string, string>> = {
  danger: "bg-danger-soft text-danger",
  warning: "bg-warning-soft text-warning",
};

/** The whole of it, for the details. */
export function PromiseBadge({ promise }: { promise: Promised }) {
  const { long, tone } = describePromise(promise);
  return (
    <p
      className={cn(
        "mt-3 inline-flex gap-1.5 rounded-lg px-2.5 py-1 text-xs font-medium",
        LOOKS[tone] ?? "bg-sunken text-muted",
      )}
    >
      <Clock className="mt-px size-3.5 shrink-0" aria-hidden />
      {long}
    </p>
  );
}

/** The short of it, for a row. */
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
