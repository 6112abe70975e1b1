import { Link } from "react-router";

import type { OutboxSummary } from "@/api/types";
import { cn } from "@/panel/cn";
import { formatNumber } from "@/panel/format";
import { STATES } from "./mail-state";
import type { OutboxFilter } from "./outbox-queries";
import { outboxPath } from "./use-outbox-list";

interface StateTabsProps {
  filter: OutboxFilter;
  summary: OutboxSummary | undefined;
}

export function StateTabs({ filter, summary }: StateTabsProps) {
  const all = summary && summary.queued + summary.sent + summary.failed;
  const tabs = [
    { value: null, label: "Todos", count: all },
    ...STATES.map((state) => ({ ...state, count: summary?.[state.value] })),
  ];
  return (
    <nav
      aria-label="Situação"
      className="mb-4 flex gap-1 overflow-x-auto shadow-[inset_0_-1px_0_var(--line)]"
    >
      {tabs.map(({ value, label, count }) => (
        <Link
          key={label}
          to={outboxPath({ state: value, cursor: "" })}
          aria-current={value === filter.state ? "page" : undefined}
          className={cn(
            "text-muted hover:text-ink flex h-10 shrink-0 items-center gap-2 border-b-2 border-transparent px-2 text-sm -outline-offset-2 sm:px-3",
            "aria-[current=page]:border-accent aria-[current=page]:text-ink aria-[current=page]:font-medium",
          )}
        >
          {label}
          <span
            className={cn(
              "min-w-6 rounded-full px-1.5 py-0.5 text-center text-xs",
              value === "failed" && count ? "bg-danger-soft text-danger font-medium" : "bg-sunken text-muted",
            )}
          >
            {count === undefined ? "…" : formatNumber(count)}
          </span>
        </Link>
      ))}
    </nav>
  );
}
