import type { Dashboard } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { Card, CardLink } from "@/panel/controls/card";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatNumber } from "@/panel/format";

interface VisitsCardProps {
  dashboard: Dashboard | undefined;
  className: string;
}

/** The visits of the last seven days, with a link to all figures. */
export function VisitsCard({ dashboard, className }: VisitsCardProps) {
  const visits = dashboard?.visits;
  return (
    <Card
      title="Visitas na semana"
      className={className}
      action={<CardLink to={`${panelPaths.visits}?days=7`}>Ver visitas</CardLink>}
    >
      <dl className="grid grid-cols-2 gap-3">
        <Figure label="Visualizações" value={visits?.views} />
        <Figure label="Visitantes" value={visits?.visitors} />
      </dl>
      <p className="text-muted mt-3 text-xs">
        {visits?.is_measured === false
          ? "A medição própria está desligada."
          : "Últimos 7 dias, sem a equipe e sem robôs."}
      </p>
    </Card>
  );
}

function Figure({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div>
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="flex h-9 items-center text-2xl font-semibold tracking-tight">
        {value === undefined ? <Skeleton className="h-6 w-16" /> : formatNumber(value)}
      </dd>
    </div>
  );
}
