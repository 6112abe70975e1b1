/** The main figures of a period: won value, share of won contacts, and time to the first reply. */
import type { Results } from "@/api/types";
import { formatSum } from "@/features/contacts/panel/stages/stages";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatCount, formatDuration } from "@/panel/format";
import { shareOf } from "./funnel";

const MINUTE_MS = 60 * 1000;

/** Formats a median: '2 h'; '–' without replies. */
export function formatMedian(minutes: number | null): string {
  return minutes === null ? "–" : formatDuration(minutes * MINUTE_MS);
}

const GRID = "grid gap-3 sm:grid-cols-3";

export function FiguresPlaceholder() {
  return (
    <div className={GRID}>
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} className="h-26 w-full rounded-lg sm:max-lg:h-30" />
      ))}
    </div>
  );
}

export function Figures({ results: { all, won } }: { results: Results }) {
  const figures = [
    [
      "Valor ganho",
      formatSum(won.value_cents),
      won.count === 0
        ? "nenhum negócio fechado no período"
        : formatCount(won.count, "negócio fechado no período", "negócios fechados no período"),
    ],
    [
      "Conversão",
      shareOf(all.won, all.received),
      `${formatCount(all.received, "contato recebido", "contatos recebidos")} no período`,
    ],
    [
      "Primeira resposta",
      formatMedian(all.median_minutes),
      all.answered === 0
        ? "nenhum contato respondido ainda"
        : `mediana de ${formatCount(all.answered, "respondido", "respondidos")}`,
    ],
  ] as const;
  return (
    <dl className={GRID}>
      {figures.map(([label, value, text]) => (
        <div
          key={label}
          className="border-line bg-surface grid content-start gap-1 rounded-lg border px-4 py-3 sm:px-5"
        >
          <dt className="text-muted text-sm">{label}</dt>
          <dd>
            <span className="block text-2xl font-semibold tracking-tight">{value}</span>
            <span className="text-muted text-xs">{text}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
