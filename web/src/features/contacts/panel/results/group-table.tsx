/** A card with the results of groups of contacts: by source, service or person. */
import { type ReactNode, useState } from "react";

import type { ResultGroup } from "@/api/types";
import { formatSum } from "@/features/contacts/panel/stages/stages";
import { Button } from "@/panel/controls/button";
import { Card } from "@/panel/controls/card";
import { Reserved } from "@/panel/feedback/reserved";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatNumber } from "@/panel/format";
import { formatMedian } from "./figures";

/** Number of rows that are shown before the table is expanded. */
const COLLAPSED_ROWS = 10;

const COLUMNS = ["Recebidos", "Em conversa", "Proposta", "Ganhos", "Perdidos", "Valor ganho", "1ª resposta"];

interface GroupTableProps {
  title: string;
  /** Heading of the first column. */
  item: string;
  /** Undefined while they load. */
  groups: readonly ResultGroup[] | undefined;
  label: (name: string) => ReactNode;
  action?: ReactNode;
  /** A hint below the table. */
  hint?: ReactNode;
}

export function GroupTable({ title, item, groups, label, action, hint }: GroupTableProps) {
  const [isExpanded, setExpanded] = useState(false);
  const shown = isExpanded ? groups : groups?.slice(0, COLLAPSED_ROWS);
  return (
    <Card title={title} action={action}>
      <Reserved name={`results: ${title}`} isLoaded={groups !== undefined}>
        {!groups && <Skeleton className="h-32 w-full rounded-md" />}
        {groups?.length === 0 && <p className="text-muted text-sm">Nenhum contato recebido neste período.</p>}
        {shown && shown.length > 0 && (
          <div
            className="fading-ends relative -mx-1 overflow-x-auto px-1"
            role="region"
            aria-label={`Tabela: ${title}`}
            // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reachable by keyboard
            tabIndex={0}
          >
            <table className="w-full min-w-[36rem] text-left text-sm">
              <caption className="sr-only">{title}</caption>
              <thead className="text-muted text-xs">
                <tr>
                  <th scope="col" className="py-1.5 font-medium">
                    {/* Holds long names without breaking words. */}
                    <span className="block min-w-28">{item}</span>
                  </th>
                  {COLUMNS.map((name) => (
                    <th
                      key={name}
                      scope="col"
                      className="py-1.5 pl-3 text-right font-medium whitespace-nowrap"
                    >
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="divide-line divide-y">
                {shown.map((group) => (
                  <Row key={group.name} group={group}>
                    {label(group.name)}
                  </Row>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {groups && groups.length > COLLAPSED_ROWS && (
          <Button variant="ghost" size="sm" className="mt-2 w-fit" onClick={() => setExpanded(!isExpanded)}>
            {isExpanded ? "Mostrar menos" : `Mostrar os ${groups.length}`}
          </Button>
        )}
        {hint}
      </Reserved>
    </Card>
  );
}

function Row({ group, children }: { group: ResultGroup; children: ReactNode }) {
  const { received, talking, proposal, won, lost, value_cents, median_minutes } = group;
  const cells = [
    ...[received, talking, proposal, won, lost].map(formatNumber),
    value_cents === 0 ? "–" : formatSum(value_cents),
    formatMedian(median_minutes),
  ];
  return (
    <tr>
      <th scope="row" className="max-w-64 py-1.5 pr-2 font-normal wrap-anywhere">
        {children}
      </th>
      {cells.map((cell, index) => (
        <td key={COLUMNS[index]} className="py-1.5 pl-3 text-right whitespace-nowrap">
          {cell}
        </td>
      ))}
    </tr>
  );
}
