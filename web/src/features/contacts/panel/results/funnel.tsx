/** The funnel of a period: how many contacts have reached each stage. */
import { CONTACT_STAGE_LABELS } from "@/api/labels";
import type { ResultFigures } from "@/api/types";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatNumber } from "@/panel/format";

interface FunnelStep {
  label: string;
  count: number;
  /** Share of the received contacts: '40%'. */
  share: string;
}

/** Returns the steps of the funnel, each with the contacts that have reached it. */
export function funnelSteps({ received, talking, proposal, won }: ResultFigures): FunnelStep[] {
  const counts = [
    ["Recebidos", received],
    [CONTACT_STAGE_LABELS.talking, talking],
    [CONTACT_STAGE_LABELS.proposal, proposal],
    [CONTACT_STAGE_LABELS.won, won],
  ] as const;
  return counts.map(([label, count]) => ({ label, count, share: shareOf(count, received) }));
}

/** Returns a share in percent, rounded down, so that 100% means all: '40%'; '–' of nothing. */
export function shareOf(count: number, all: number): string {
  return all === 0 ? "–" : `${Math.floor((count / all) * 100)}%`;
}

export function Funnel({ figures }: { figures: ResultFigures }) {
  const largest = Math.max(1, figures.received);
  return (
    <ol className="grid gap-3">
      {funnelSteps(figures).map(({ label, count, share }) => (
        <li key={label} className="grid gap-1 text-sm">
          <span className="flex items-baseline justify-between gap-4">
            {label}
            <span className="tabular-nums">
              <span className="font-medium">{formatNumber(count)}</span>{" "}
              <span className="text-muted inline-block w-11 text-right">{share}</span>
            </span>
          </span>
          <span className="bg-sunken h-1.5 overflow-hidden rounded-full" aria-hidden>
            <span
              className="bg-accent block h-full rounded-full"
              style={{ width: `${(count / largest) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}

export function FunnelPlaceholder() {
  return (
    <div className="grid gap-3">
      {[0, 1, 2, 3].map((index) => (
        <div key={index} className="grid h-7.5 content-between">
          <Skeleton className="w-1/3" />
          <Skeleton className="h-1.5 w-full rounded-full" />
        </div>
      ))}
    </div>
  );
}
