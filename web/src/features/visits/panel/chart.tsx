import { useState } from "react";

import type { VisitDay, VisitReport } from "@/api/types";
import { BarChart } from "@/panel/charts/bar-chart";
import { cn } from "@/panel/cn";
import { Card } from "@/panel/controls/card";
import { Segments } from "@/panel/controls/segments";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatCount, formatDay, formatNumber } from "@/panel/format";
import { areWeeks, barsOf, type Count } from "./bars";

const COUNTS: readonly { value: Count; label: string; one: string; many: string }[] = [
  { value: "views", label: "Visualizações", one: "visualização", many: "visualizações" },
  { value: "visitors", label: "Visitantes", one: "visitante", many: "visitantes" },
  { value: "contacts", label: "Contatos", one: "contato", many: "contatos" },
];

/** The visits over time, as a chart and as a table. */
export function VisitChart({ report }: { report: VisitReport | undefined }) {
  const [shown, setShown] = useState<Count>("views");
  const days = report?.by_day ?? [];
  return (
    <Card
      title={areWeeks(days) ? "Semana a semana" : "Dia a dia"}
      className="mt-3"
      action={<Segments label="O que o gráfico mostra" options={COUNTS} value={shown} onChange={setShown} />}
    >
      {report ? <Chart days={days} shown={shown} /> : <Skeleton className="h-54 w-full rounded-md" />}
    </Card>
  );
}

function Chart({ days, shown }: { days: readonly VisitDay[]; shown: Count }) {
  const bars = barsOf(days, shown);
  const count = COUNTS.find(({ value }) => value === shown);
  const weeks = areWeeks(days);
  return (
    <>
      <BarChart
        label={weeks ? "Semana do gráfico" : "Dia do gráfico"}
        bars={bars}
        labelEvery={Math.max(1, Math.ceil(bars.length / 6))}
        describe={(value) => formatCount(value, count?.one ?? "", count?.many ?? "")}
      />
      <details className="mt-3 text-sm">
        <summary className="text-muted hover:text-ink w-fit rounded-sm">Ver em tabela</summary>
        <DayTable days={days} />
      </details>
    </>
  );
}

/** A table with all counts of each day, newest first. */
function DayTable({ days }: { days: readonly VisitDay[] }) {
  const head = "py-1.5 font-medium";
  const cell = "py-1 text-right";
  return (
    <table className="mt-2 w-full max-w-xl text-left">
      <caption className="sr-only">Visitas por dia, do mais recente ao mais antigo</caption>
      <thead className="text-muted border-line border-b text-xs">
        <tr>
          <th scope="col" className={head}>
            Dia
          </th>
          {COUNTS.map(({ value, label }) => (
            <th key={value} scope="col" className={cn(head, "text-right")}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-line divide-y">
        {days.toReversed().map((day) => (
          <tr key={day.day}>
            <th scope="row" className="py-1 font-normal">
              <time dateTime={day.day}>{formatDay(day.day)}</time>
            </th>
            {COUNTS.map(({ value }) => (
              <td key={value} className={cell}>
                {formatNumber(day[value])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
