import { Inbox } from "lucide-react";
import { Link } from "react-router";

import type { ContactStats, DayCount } from "@/api/types";
import { paths } from "@/lib/paths";
import { BarChart } from "@/panel/charts/bar-chart";
import { cn } from "@/panel/cn";
import { Card } from "@/panel/controls/card";
import { SEGMENT, SEGMENTS } from "@/panel/controls/segments";
import { EmptyState, SiteFormLink } from "@/panel/feedback/empty-state";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatCount, formatDay, formatLongDay, formatNumber, formatShortDay } from "@/panel/format";
import { type Period, periodPath, PERIODS } from "./period";
import { sum } from "./stat-cards";

interface ContactsByDayProps {
  contacts: ContactStats | undefined;
  period: Period;
  /** Whether `contacts` has the stats of the previous period, while those of `period` load. */
  isStale: boolean;
  className: string;
}

const WEEK = 7;
const countText = (count: number) => formatCount(count, "contato", "contatos");

export function ContactsByDay({ contacts, period, isStale, className }: ContactsByDayProps) {
  return (
    <Card title="Contatos por dia" className={className} action={<PeriodLinks period={period} />}>
      {contacts?.total === 0 ? (
        <NoContacts />
      ) : (
        <div className={cn("transition-opacity", isStale && "opacity-60")} aria-busy={isStale}>
          {contacts ? <Chart days={contacts.by_day} /> : <Placeholder />}
        </div>
      )}
    </Card>
  );
}

function PeriodLinks({ period }: { period: Period }) {
  return (
    <nav aria-label="Período" className={SEGMENTS}>
      {PERIODS.map((days) => (
        <Link
          key={days}
          to={periodPath(days)}
          replace
          preventScrollReset
          aria-current={days === period ? "true" : undefined}
          className={SEGMENT}
        >
          {days} dias
        </Link>
      ))}
    </nav>
  );
}

function Chart({ days }: { days: readonly DayCount[] }) {
  const bars = days.map(({ day, count }) => ({
    id: day,
    name: formatLongDay(day),
    shortName: formatShortDay(day),
    value: count,
  }));
  return (
    <>
      <p className="text-muted mb-3 text-sm">
        {countText(sum(days))} nos últimos {days.length} dias
      </p>
      <BarChart
        label="Dia do gráfico"
        bars={bars}
        labelEvery={days.length > 31 ? 2 * WEEK : WEEK}
        describe={countText}
      />
      <details className="mt-3 text-sm">
        <summary className="text-muted hover:text-ink w-fit rounded-sm">Ver em tabela</summary>
        <DayTable days={days} />
      </details>
    </>
  );
}

/** The counts as a table, newest first. */
function DayTable({ days }: { days: readonly DayCount[] }) {
  return (
    <table className="mt-2 w-full max-w-xs text-left">
      <caption className="sr-only">Contatos recebidos por dia, do mais recente ao mais antigo</caption>
      <thead className="text-muted border-line border-b text-xs">
        <tr>
          <th scope="col" className="py-1.5 font-medium">
            Dia
          </th>
          <th scope="col" className="py-1.5 text-right font-medium">
            Contatos
          </th>
        </tr>
      </thead>
      <tbody className="divide-line divide-y">
        {days.toReversed().map(({ day, count }) => (
          <tr key={day}>
            <th scope="row" className="py-1 font-normal">
              <time dateTime={day}>{formatDay(day)}</time>
            </th>
            <td className="py-1 text-right tabular-nums">{formatNumber(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NoContacts() {
  return (
    <EmptyState icon={Inbox} title="Nenhum contato ainda" action={<SiteFormLink path={paths.contact} />}>
      Cada pedido enviado pelo formulário vira uma barra neste gráfico, no dia em que chegou. Envie um de
      teste para ver.
    </EmptyState>
  );
}

function Placeholder() {
  return (
    <>
      <Skeleton className="mt-0.5 mb-3.5 w-48" />
      <Skeleton className="h-54 w-full rounded-md" />
      <Skeleton className="mt-3.5 w-24" />
    </>
  );
}
