/** The results of contacts: from the request to the sale, and the time to the first reply, by source, service and person. */
import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";

import { messageOf } from "@/api/api-error";
import { LOST_REASON_LABELS } from "@/api/labels";
import type { Results } from "@/api/types";
import { CONTACTS } from "@/features/contacts/panel/record";
import { Card } from "@/panel/controls/card";
import { SEGMENT, SEGMENTS } from "@/panel/controls/segments";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatDay, formatNumber } from "@/panel/format";
import { Screen } from "@/panel/screen";
import { Figures } from "./figures";
import { Funnel, FunnelPlaceholder } from "./funnel";
import { GroupTable } from "./group-table";
import { contactResults, type Period, PERIODS, readPeriod, resultsPath } from "./queries";

const SOURCES: Readonly<Record<string, string>> = { direct: "Acesso direto", unknown: "Desconhecida" };
const LINK = "underline-offset-4 hover:underline";

export function ResultsScreen() {
  const [query] = useSearchParams();
  const period = readPeriod(query);
  const { data, error, isFetching, refetch } = useQuery(contactResults(period));
  return (
    <Screen title="Resultados" actions={<PeriodPicker period={period} />}>
      {error && !data ? (
        <LoadingFailed
          title="Erro ao carregar os resultados"
          reason={messageOf(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <ResultsOf results={data} />
      )}
    </Screen>
  );
}

function PeriodPicker({ period }: { period: Period }) {
  return (
    <nav aria-label="Período" className={SEGMENTS}>
      {PERIODS.map((days) => (
        <Link key={days} to={resultsPath(days)} aria-current={days === period} className={SEGMENT}>
          {days} dias
        </Link>
      ))}
    </nav>
  );
}

function ResultsOf({ results }: { results: Results | undefined }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-muted text-sm">
        {results
          ? `Contatos recebidos desde ${formatDay(results.since)}, na etapa a que chegaram até agora. Suspeitos e excluídos não contam.`
          : "Carregando…"}
      </p>
      {results ? <Figures results={results} /> : <Skeleton className="h-24 w-full rounded-lg" />}
      <div className="grid gap-3 lg:grid-cols-2">
        <Card title="Do contato ao negócio">
          {results ? <Funnel figures={results.all} /> : <FunnelPlaceholder />}
        </Card>
        <Card title="Perdidos, por motivo">
          {results ? <LostReasons results={results} /> : <FunnelPlaceholder />}
        </Card>
      </div>
      <GroupTable
        title="Por origem"
        item="Origem"
        groups={results?.by_source}
        label={(name) => (
          <Link to={CONTACTS.url({ source: name })} className={LINK}>
            {SOURCES[name] ?? name}
          </Link>
        )}
      />
      <GroupTable
        title="Por serviço de interesse"
        item="Serviço"
        groups={results?.by_service}
        label={(name) => (
          <Link to={CONTACTS.url({ service: name })} className={LINK}>
            {name}
          </Link>
        )}
      />
      <GroupTable
        title="Por responsável"
        item="Responsável"
        groups={results?.by_person}
        label={(name) => name || "Sem responsável"}
      />
    </div>
  );
}

function LostReasons({ results: { lost_reasons, all } }: { results: Results }) {
  if (lost_reasons.length === 0) return <p className="text-muted text-sm">Nenhum contato perdido.</p>;
  return (
    <ul className="grid gap-3">
      {lost_reasons.map(({ reason, count }) => (
        <li key={reason} className="grid gap-1 text-sm">
          <span className="flex items-baseline justify-between gap-4">
            {LOST_REASON_LABELS[reason]}
            <span className="font-medium tabular-nums">{formatNumber(count)}</span>
          </span>
          <span className="bg-sunken h-1.5 overflow-hidden rounded-full" aria-hidden>
            <span
              className="bg-danger block h-full rounded-full"
              style={{ width: `${(count / Math.max(1, all.lost)) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
