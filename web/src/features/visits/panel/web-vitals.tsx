import type { Vital } from "@/api/types";
import { Badge, type Tone } from "@/panel/controls/badge";
import { Card } from "@/panel/controls/card";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatCount, formatNumber } from "@/panel/format";

const METRICS: Readonly<Record<Vital["metric"], { name: string; text: string; limits: string }>> = {
  lcp: {
    name: "LCP",
    text: "tempo até o conteúdo principal aparecer",
    limits: "bom até 2,5 s, ruim acima de 4 s",
  },
  inp: { name: "INP", text: "demora para reagir a um toque", limits: "bom até 200 ms, ruim acima de 500 ms" },
  cls: {
    name: "CLS",
    text: "quanto a página pula enquanto carrega",
    limits: "bom até 0,1, ruim acima de 0,25",
  },
};
const RATINGS: Readonly<Record<NonNullable<Vital["rating"]>, { label: string; tone: Tone }>> = {
  good: { label: "Bom", tone: "success" },
  needs_improvement: { label: "A melhorar", tone: "warning" },
  poor: { label: "Ruim", tone: "danger" },
};
const SHARES = [
  { key: "good", label: "bom", color: "bg-success" },
  { key: "needs_improvement", label: "a melhorar", color: "bg-warning" },
  { key: "poor", label: "ruim", color: "bg-danger" },
] as const;

/** Core Web Vitals as visitors experienced them: the 75th percentile of each metric, and the share of each rating. */
export function WebVitals({ vitals }: { vitals: readonly Vital[] | undefined }) {
  return (
    <Card title="Velocidade para os visitantes" className="mt-3">
      <p className="text-muted -mt-1 mb-3 text-xs">
        Core Web Vitals medidos nos aparelhos de quem visitou. Três de cada quatro páginas vistas tiveram o
        valor mostrado ou um melhor.
      </p>
      {vitals ? (
        <ul className="grid gap-6 md:grid-cols-3">
          {vitals.map((vital) => (
            <VitalItem key={vital.metric} vital={vital} />
          ))}
        </ul>
      ) : (
        <Skeleton className="h-24 w-full rounded-md" />
      )}
    </Card>
  );
}

function VitalItem({ vital }: { vital: Vital }) {
  const { name, text, limits } = METRICS[vital.metric];
  const rating = vital.rating && RATINGS[vital.rating];
  return (
    <li className="grid content-start gap-2">
      <h3 className="text-sm">
        <abbr title={text} className="font-semibold no-underline">
          {name}
        </abbr>
        <span className="text-muted">: {text}</span>
      </h3>
      <p className="flex items-center gap-2">
        <span className="text-xl font-semibold">{valueOf(vital)}</span>
        {rating && <Badge tone={rating.tone}>{rating.label}</Badge>}
      </p>
      {vital.count > 0 && <Shares vital={vital} />}
      <p className="text-muted text-xs">{limits}</p>
    </li>
  );
}

function Shares({ vital }: { vital: Vital }) {
  const percent = (count: number) => Math.round((count / vital.count) * 100);
  const [good, poor] = [percent(vital.good), percent(vital.poor)];
  // The rest, so that the shares add up to 100%.
  const percents = { good, needs_improvement: Math.max(0, 100 - good - poor), poor };
  const text = SHARES.map(({ key, label }) => `${percents[key]}% ${label}`).join(", ");
  return (
    <>
      <div className="flex h-1.5 gap-px overflow-hidden rounded-full" aria-hidden>
        {SHARES.map(({ key, color }) => (
          <span key={key} className={color} style={{ width: `${(vital[key] / vital.count) * 100}%` }} />
        ))}
      </div>
      <p className="text-xs">
        {text} · {formatCount(vital.count, "página vista", "páginas vistas")}
      </p>
    </>
  );
}

/** Formats the 75th percentile, which is in milliseconds, or in thousandths for CLS: '1,9 s', '94 ms', '0,05'. */
function valueOf({ metric, p75 }: Pick<Vital, "metric" | "p75">): string {
  if (p75 === null) return "Sem dados";
  if (metric === "cls") return formatNumber(Math.round(p75 / 10) / 100);
  return metric === "lcp" ? `${formatNumber(Math.round(p75 / 100) / 10)} s` : `${formatNumber(p75)} ms`;
}
