/** The results of contacts: from the request to the sale, and the time to the first reply, by source, service and person. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { messageOf } from "@/api/api-error";
import { CONTACT_CHANNEL_LABELS, LOST_REASON_LABELS } from "@/api/labels";
import type { Channel, Results } from "@/api/types";
import { CONTACTS } from "@/features/contacts/panel/record";
import { Card } from "@/panel/controls/card";
import { Segments } from "@/panel/controls/segments";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Reserved } from "@/panel/feedback/reserved";
import { formatDay, formatNumber } from "@/panel/format";
import { useListState } from "@/panel/list/use-list-state";
import { Screen } from "@/panel/screen";
import { AssigneeHint } from "./assignee-hint";
import { Campaigns } from "./campaigns";
import { Figures, FiguresPlaceholder } from "./figures";
import { Funnel, FunnelPlaceholder } from "./funnel";
import { GroupTable } from "./group-table";
import { contactResults, ORIGINS, PERIODS, RESULTS, type ResultsList } from "./queries";

const SOURCES: Readonly<Record<string, string>> = { direct: "Acesso direto", unknown: "Desconhecida" };
const LINK = "underline-offset-4 hover:underline";

export function ResultsScreen() {
  const list = useListState(RESULTS);
  const { days } = list.filter;
  const { data, error, isFetching, refetch } = useQuery(contactResults(days));
  return (
    <Screen
      title="Resultados"
      actions={
        <Segments label="Período" options={PERIODS} value={days} onChange={(days) => list.show({ days })} />
      }
    >
      {error && !data ? (
        <LoadingFailed
          title="Erro ao carregar os resultados"
          reason={messageOf(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <ResultsOf results={data} list={list} />
      )}
    </Screen>
  );
}

function ResultsOf({ results, list }: { results: Results | undefined; list: ResultsList }) {
  const contacts = (filter: Parameters<typeof CONTACTS.url>[0]) =>
    CONTACTS.url({ ...filter, ...(results && { from: results.since }) });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Reserved name="results_intro" isLoaded={results !== undefined}>
        <p className="text-muted text-sm">
          {results
            ? `Contatos recebidos desde ${formatDay(results.since)}, na etapa a que chegaram até agora. Suspeitos e excluídos não contam.`
            : "Carregando…"}
        </p>
      </Reserved>
      {results ? <Figures results={results} /> : <FiguresPlaceholder />}
      <div className="grid gap-3 lg:grid-cols-2">
        <Card title="Do contato ao negócio">
          {results ? <Funnel figures={results.all} /> : <FunnelPlaceholder />}
        </Card>
        <Card title="Perdidos, por motivo">
          <Reserved name="results_lost" isLoaded={results !== undefined}>
            {results && <LostReasons results={results} />}
          </Reserved>
        </Card>
      </div>
      <ByOrigin results={results} list={list} contacts={contacts} />
      <GroupTable
        title="Por serviço de interesse"
        item="Serviço"
        groups={results?.by_service}
        label={(name) => (
          <Link to={contacts({ service: name })} className={LINK}>
            {name}
          </Link>
        )}
      />
      <GroupTable
        title="Por responsável"
        item="Responsável"
        groups={results?.by_person}
        label={(name) => name || "Sem responsável"}
        hint={results?.by_person.some(({ name }) => name === "") && <AssigneeHint />}
      />
      <Campaigns list={list} />
    </div>
  );
}

interface ByOriginProps {
  results: Results | undefined;
  list: ResultsList;
  /** Returns the address of the contacts of the period that match a filter. */
  contacts: (filter: Parameters<typeof CONTACTS.url>[0]) => string;
}

/** The results by channel, source or campaign. */
function ByOrigin({ results, list, contacts }: ByOriginProps) {
  const { by } = list.filter;
  const groups = { channel: results?.by_channel, source: results?.by_source, campaign: results?.by_campaign };
  const label = (name: string) => {
    if (by === "campaign" && name === "") return "Sem campanha";
    const text =
      by === "channel" ? CONTACT_CHANNEL_LABELS[name as Channel] : by === "source" && SOURCES[name];
    return (
      <Link to={contacts({ [by]: name })} className={LINK}>
        {text || name}
      </Link>
    );
  };
  return (
    <GroupTable
      title="De onde vieram"
      item={ORIGINS.find(({ value }) => value === by)?.label ?? ""}
      action={
        <Segments
          label="Agrupar por"
          options={ORIGINS}
          value={by}
          onChange={(by) => list.show({ by }, { replace: true })}
        />
      }
      groups={groups[by]}
      label={label}
    />
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
