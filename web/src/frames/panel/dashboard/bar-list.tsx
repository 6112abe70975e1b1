import { Link } from "react-router";

import { Skeleton } from "@/panel/feedback/skeleton";
import { formatTotal } from "@/panel/list/search-coverage";

export interface BarListItem {
  label: string;
  count: number;
  /** Whether there are more contacts than `count`. */
  hasMore?: boolean;
  /** Address of the list of the counted contacts; null if no list shows them. */
  path: string | null;
}

/** Counts with bars of proportional length. */
export function BarList({ items }: { items: readonly BarListItem[] }) {
  const largest = Math.max(1, ...items.map(({ count }) => count));
  return (
    <ul className="grid gap-3">
      {items.map(({ label, count, hasMore = false, path }) => (
        <li key={label} className="grid gap-1 text-sm">
          <span className="flex items-baseline justify-between gap-4">
            {path === null ? (
              <span className="text-muted">{label}</span>
            ) : (
              <Link to={path} className="min-w-0 wrap-anywhere underline-offset-4 hover:underline">
                {label}
              </Link>
            )}
            <span className="font-medium tabular-nums">{formatTotal(count, { hasMore })}</span>
          </span>
          <span className="bg-sunken h-1.5 overflow-hidden rounded-full" aria-hidden>
            <span
              className="bg-accent block h-full rounded-full"
              style={{ width: `${(count / largest) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function BarListPlaceholder({ rows }: { rows: number }) {
  return (
    <div className="grid gap-3">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="grid h-7.5 content-between">
          <Skeleton className="w-1/3" />
          <Skeleton className="h-1.5 w-full rounded-full" />
        </div>
      ))}
    </div>
  );
}
