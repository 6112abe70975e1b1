import { Link } from "react-router";

import type { SubscriptionSummary } from "@/api/types";
import { cn } from "@/panel/cn";
import { formatNumber } from "@/panel/format";
import { STATUSES } from "./status";
import { type SubscriptionFilter, subscriptionsPath } from "./subscription-filter";

interface StatusTabsProps {
  filter: SubscriptionFilter;
  summary: SubscriptionSummary | undefined;
}

export function StatusTabs({ filter, summary }: StatusTabsProps) {
  const all = summary && summary.pending + summary.confirmed + summary.unsubscribed;
  const tabs = [
    { value: null, plural: "Todas", count: all },
    ...STATUSES.map((status) => ({ ...status, count: summary?.[status.value] })),
  ];
  return (
    <nav
      aria-label="Situação"
      className="mb-4 flex gap-1 overflow-x-auto shadow-[inset_0_-1px_0_var(--line)]"
    >
      {tabs.map(({ value, plural, count }) => (
        <Link
          key={plural}
          to={subscriptionsPath({ ...filter, status: value, cursor: "" })}
          aria-current={value === filter.status ? "page" : undefined}
          className={cn(
            "text-muted hover:text-ink flex h-10 shrink-0 items-center gap-2 border-b-2 border-transparent px-2 text-sm -outline-offset-2 sm:px-3",
            "aria-[current=page]:border-accent aria-[current=page]:text-ink aria-[current=page]:font-medium",
          )}
        >
          {plural}
          <span className="bg-sunken text-muted min-w-6 rounded-full px-1.5 py-0.5 text-center text-xs">
            {count === undefined ? "…" : formatNumber(count)}
          </span>
        </Link>
      ))}
    </nav>
  );
}
