import { useQuery } from "@tanstack/react-query";

import { messageOf } from "@/api/api-error";
import { formatSum } from "@/features/contacts/panel/stages/stages";
import { panelPaths } from "@/lib/paths";
import { Card, CardLink } from "@/panel/controls/card";
import { formatCount } from "@/panel/format";
import { formatMedian } from "./figures";
import { Funnel, FunnelPlaceholder } from "./funnel";
import { contactResults, PERIODS } from "./queries";

/** The card of the dashboard with the funnel of the last 30 days. */
export function ResultsCard({ className }: { className: string }) {
  const { data, error } = useQuery(contactResults(PERIODS[0].value));
  return (
    <Card
      title="Resultados de 30 dias"
      className={className}
      action={<CardLink to={panelPaths.results}>Ver resultados</CardLink>}
    >
      {data && (
        <>
          <Funnel figures={data.all} />
          <p className="border-line text-muted mt-4 border-t pt-3 text-sm">
            {data.won.count === 0
              ? "Nenhum negócio fechado."
              : `${formatSum(data.won.value_cents)} em ${formatCount(data.won.count, "negócio fechado", "negócios fechados")}.`}
            {data.all.median_minutes !== null &&
              ` Primeira resposta em ${formatMedian(data.all.median_minutes)} (mediana).`}
          </p>
        </>
      )}
      {!data && (error ? <p className="text-muted text-sm">{messageOf(error)}</p> : <FunnelPlaceholder />)}
    </Card>
  );
}
