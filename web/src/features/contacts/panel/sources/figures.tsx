/** The figures of contacts by source: how many, how many were answered, and how fast. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { CONTACT_CHANNEL_LABELS } from "@/api/labels";
import type { Channel, SourceFigures } from "@/api/types";
import { CONTACTS } from "@/features/contacts/panel/record";
import { panelPaths } from "@/lib/paths";
import { Card } from "@/panel/controls/card";
import { Segments } from "@/panel/controls/segments";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatDuration, formatNumber } from "@/panel/format";
import type { FilterOf } from "@/panel/list/list-codec";
import type { ListState } from "@/panel/list/use-list-state";
import type { CAMPAIGNS } from "./record";
import { GROUPINGS, lastDays, PERIODS, sourceFigures, type SourceGrouping } from "./record";

type List = ListState<FilterOf<typeof CAMPAIGNS>>;

export function Figures({ list }: { list: List }) {
  const { por, dias } = list.filter;
  const { from, to } = lastDays(Number(dias), new Date());
  const { data, error } = useQuery(sourceFigures(por, from, to));
  return (
    <Card title="Contatos por origem" className="mb-6">
      <div className="mb-3 flex flex-wrap gap-x-4 gap-y-2">
        <Segments
          label="Agrupar por"
          options={GROUPINGS}
          value={por}
          onChange={(por) => list.show({ por })}
        />
        <Segments label="Período" options={PERIODS} value={dias} onChange={(dias) => list.show({ dias })} />
      </div>
      {!data && !error && <Skeleton className="h-32 w-full rounded-md" />}
      {data?.length === 0 && <p className="text-muted text-sm">Nenhum contato neste período.</p>}
      {data && data.length > 0 && <FigureTable rows={data} by={por} from={from} to={to} />}
      <p className="text-muted mt-3 text-xs">
        A resposta conta a primeira, do recebimento até o servidor de e-mail aceitá-la ou alguém marcar o
        contato como respondido. O tempo é a mediana: metade foi respondida mais depressa.
      </p>
    </Card>
  );
}

interface FigureTableProps {
  rows: readonly SourceFigures[];
  by: SourceGrouping;
  from: string;
  to: string;
}

function FigureTable({ rows, by, from, to }: FigureTableProps) {
  const number = "py-2 pl-3 text-right tabular-nums whitespace-nowrap";
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">Contatos por origem</caption>
        <thead className="text-muted text-xs">
          <tr>
            <th scope="col" className="py-1.5 font-medium">
              {GROUPINGS.find(({ value }) => value === by)?.label}
            </th>
            <th scope="col" className={`${number} font-medium`}>
              Contatos
            </th>
            <th scope="col" className={`${number} font-medium`}>
              Respondidos
            </th>
            <th scope="col" className={`${number} font-medium`}>
              <span className="sm:hidden">Tempo</span>
              <span className="max-sm:hidden">Tempo até a resposta</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-line divide-y">
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row" className="min-w-24 py-2 font-normal wrap-break-word">
                <SourceLink name={row.name} by={by} from={from} to={to} />
              </th>
              <td className={number}>{formatNumber(row.contacts)}</td>
              <td className={number}>{Math.round((100 * row.answered) / row.contacts)}%</td>
              <td className={number}>
                {row.median_minutes === null ? "–" : formatDuration(row.median_minutes * 60_000)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const SOURCES: Readonly<Record<string, string>> = { direct: "Acesso direto", unknown: "Desconhecida" };

/** The name of a source, with a link to its contacts. */
function SourceLink({ name, by, from, to }: { name: string } & Omit<FigureTableProps, "rows">) {
  if (by === "campaign" && name === "") return <>Sem campanha</>;
  const label = {
    channel: CONTACT_CHANNEL_LABELS[name as Channel],
    source: SOURCES[name] ?? name,
    campaign: name,
  }[by];
  const query = CONTACTS.params({ ...CONTACTS.defaults, from, to, [by]: name });
  return (
    <Link
      to={`${panelPaths.contacts}?${new URLSearchParams(query).toString()}`}
      className="decoration-control hover:decoration-ink underline underline-offset-4"
    >
      {label}
    </Link>
  );
}
