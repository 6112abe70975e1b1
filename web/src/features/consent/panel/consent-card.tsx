/** The visitors' choices about trackers: counts and the export of the ledger. */
import { queryOptions, useQuery } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { ConsentSummary } from "@/api/types";
import { Card } from "@/panel/controls/card";
import { formatNumber } from "@/panel/format";
import { ExportButton } from "@/panel/list/export-button";

const consentSummary = queryOptions({
  queryKey: ["consents", "summary"],
  queryFn: ({ signal }) => body(api.GET("/api/consents/summary", { signal })),
  meta: { errorTitle: "Erro ao carregar os consentimentos" },
});

const exportConsents = () => body(api.GET("/api/consents/export.csv", { parseAs: "blob" }));

const COUNTS: readonly { name: "accepted" | "partial" | "refused"; label: string }[] = [
  { name: "accepted", label: "Aceitaram tudo" },
  { name: "partial", label: "Aceitaram uma parte" },
  { name: "refused", label: "Recusaram ou retiraram" },
];

export function ConsentCard() {
  const { data } = useQuery(consentSummary);
  return (
    <Card
      title="Respostas ao aviso de cookies"
      action={
        <ExportButton
          name="consentimentos"
          errorTitle="Erro ao exportar consentimentos"
          load={exportConsents}
        />
      }
    >
      <dl className="mt-2 grid gap-4 sm:grid-cols-3">
        {COUNTS.map(({ name, label }) => (
          <div key={name}>
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="text-xl font-semibold tabular-nums">{data ? countText(data, name) : "–"}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted mt-4 max-w-prose text-xs text-pretty">
        {data ? `Últimos ${data.days} dias. ` : ""}Cada resposta é guardada por um ano com um código sem dono,
        a data, as categorias e o texto mostrado; sem IP e sem nada que identifique a pessoa. Ela vê o código
        em Preferências de cookies, no rodapé do site. Os textos do aviso são editados em Páginas › Aviso de
        cookies.
      </p>
    </Card>
  );
}

function countText(summary: ConsentSummary, name: "accepted" | "partial" | "refused"): string {
  const all = summary.accepted + summary.partial + summary.refused;
  const share = all > 0 ? ` (${Math.round((summary[name] / all) * 100)}%)` : "";
  return formatNumber(summary[name]) + share;
}
