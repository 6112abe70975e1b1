import type { VisitReport, VisitTotals } from "@/api/types";
import { Skeleton } from "@/panel/feedback/skeleton";
import { fileDay, formatNumber } from "@/panel/format";
import { changeOf } from "./bars";

interface Total {
  label: string;
  value: (totals: VisitTotals) => number;
  hint: string;
}

const TOTALS: readonly Total[] = [
  { label: "Visualizações", value: ({ views }) => views, hint: "páginas abertas" },
  { label: "Visitantes", value: ({ visitors }) => visitors, hint: "soma dos visitantes de cada dia" },
  { label: "Contatos", value: ({ contacts }) => contacts, hint: "pelo formulário, sem os suspeitos" },
  {
    label: "WhatsApp e telefone",
    value: ({ whatsapp, phone }) => whatsapp + phone,
    hint: "cliques para conversar ou ligar",
  },
];

/** The sums of the period. Its whole days are compared with as many days before. */
export function Totals({ report }: { report: VisitReport | undefined }) {
  return (
    <>
      <Sums report={report} />
      <p className="text-muted mt-2 min-h-4 text-xs">{report && comparisonOf(report)}</p>
    </>
  );
}

/** Says which days the percentages compare. */
export function comparisonOf(report: Pick<VisitReport, "to" | "counted_at" | "compared_days" | "previous">) {
  const { to, counted_at, compared_days, previous } = report;
  if (compared_days === 0)
    return "Hoje ainda não acabou, por isso não há um dia completo para comparar com um período anterior.";
  if (!previous) return "Ainda não há medição de um período anterior inteiro para comparar.";
  const hasToday = to >= fileDay(new Date(counted_at));
  const days = compared_days === 1 ? "1 dia completo" : `${formatNumber(compared_days)} dias completos`;
  const before =
    compared_days === 1 ? "com o dia anterior" : `com os ${formatNumber(compared_days)} anteriores`;
  const today = hasToday ? ". Hoje ainda não acabou e fica de fora." : ".";
  return `Comparação: ${days} deste período ${before}${today}`;
}

function Sums({ report }: { report: VisitReport | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {TOTALS.map(({ label, value, hint }) => (
        <div key={label} className="border-line bg-surface flex flex-col rounded-lg border p-4 sm:p-5">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="mt-1 flex min-h-9 flex-wrap items-baseline gap-x-2">
            {report ? (
              <>
                <span className="text-2xl font-semibold tracking-tight sm:text-3xl">
                  {formatNumber(value(report.totals))}
                </span>
                <Change now={value(report.compared)} before={report.previous && value(report.previous)} />
              </>
            ) : (
              <Skeleton className="h-6 w-16" />
            )}
          </dd>
          <dd className="text-muted mt-1 text-xs">{hint}</dd>
        </div>
      ))}
    </dl>
  );
}

function Change({ now, before }: { now: number; before: number | null }) {
  const change = changeOf(now, before ?? undefined);
  if (change === null || before === null) return null;
  return (
    <span
      className="text-muted text-xs whitespace-nowrap"
      title={`De ${formatNumber(before)} para ${formatNumber(now)}`}
    >
      {change}{" "}
      <span className="sr-only">
        em relação ao período anterior, de {formatNumber(before)} para {formatNumber(now)}
      </span>
    </span>
  );
}
