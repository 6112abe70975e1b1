/** The tables of counts by page, missing page, referrer, campaign, device and click. */
import { Link } from "react-router";

import { hasRightsOf } from "@/api/rights";
import { readSession } from "@/api/session";
import type { CampaignCount, VisitCount, VisitReport } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { type CountRow, CountTable } from "./count-table";

const DEVICES: Readonly<Record<string, string>> = {
  desktop: "Computador",
  mobile: "Celular",
  tablet: "Tablet",
};
const OTHERS = "Outros";
const VIEWS = { name: "Visualizações", short: "Visual." };
const ARRIVALS = { name: "Chegadas" };
const VISITORS = { name: "Visitantes", short: "Visit." };
const CONTACTS = { name: "Contatos" };

export function Tables({ report }: { report: VisitReport | undefined }) {
  const column = "grid min-w-0 content-start gap-3";
  return (
    <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2">
      <div className={column}>
        <PageTable report={report} />
        <MissingTable report={report} />
        <ClickTable report={report} />
      </div>
      <div className={column}>
        <CountTable
          title="De onde vieram"
          item="Site"
          columns={[ARRIVALS, VISITORS, CONTACTS]}
          rows={report?.referrers.map((referrer) =>
            rowWithContacts(referrer, (host) => host || "Acesso direto"),
          )}
          empty="Nenhuma chegada neste período."
        />
        <CountTable
          title="Campanhas"
          item="Origem / meio / campanha"
          columns={[ARRIVALS, VISITORS, CONTACTS]}
          rows={report?.campaigns.map(campaignRow)}
          empty="Links com utm_source, utm_medium e utm_campaign, como os de anúncios e de newsletters, são contados aqui."
        />
        <CountTable
          title="Dispositivos"
          item="Tipo"
          columns={[VIEWS, VISITORS]}
          rows={report?.devices.map((device) => row(device, (value) => DEVICES[value] ?? value))}
          empty="Nenhuma visita neste período."
        />
      </div>
    </div>
  );
}

function PageTable({ report }: { report: VisitReport | undefined }) {
  return (
    <CountTable
      title="Páginas"
      item="Página"
      columns={[VIEWS, VISITORS, CONTACTS]}
      note="Contatos: os de visitas que começaram na página."
      rows={report?.pages.map((page) => rowWithContacts(page, (path) => <PageLink path={path} />))}
      empty="Nenhuma página foi vista neste período."
    />
  );
}

function MissingTable({ report }: { report: VisitReport | undefined }) {
  return (
    <CountTable
      title="Páginas não encontradas"
      item="Endereço"
      columns={[VIEWS, VISITORS]}
      action={
        hasRightsOf(readSession()?.user, "writer") && (
          <Link to={panelPaths.missingPages} className="text-xs underline underline-offset-4">
            Redirecionar
          </Link>
        )
      }
      rows={report?.missing.map((missing) => row(missing, (path) => path))}
      empty="Ninguém caiu em um endereço que não existe."
    />
  );
}

function ClickTable({ report }: { report: VisitReport | undefined }) {
  const rows = report?.clicks.map(({ page, whatsapp, phone }) => ({
    id: page ?? "",
    label: page === null ? OTHERS : <PageLink path={page} />,
    counts: [whatsapp, phone],
  }));
  return (
    <CountTable
      title="Cliques em WhatsApp e telefone"
      item="Página"
      columns={[{ name: "WhatsApp" }, { name: "Telefone" }]}
      rows={rows}
      empty="Nenhum clique neste período."
    />
  );
}

type LabelOf = (value: string) => CountRow["label"];

function row({ value, views, visitors }: VisitCount, labelOf: LabelOf): CountRow {
  return {
    id: value ?? "*",
    label: value === null ? OTHERS : labelOf(value),
    counts: [views, visitors],
  };
}

function rowWithContacts(count: VisitCount, labelOf: LabelOf): CountRow {
  const { counts, ...others } = row(count, labelOf);
  return { ...others, counts: [...counts, count.contacts] };
}

function campaignRow({ campaign, views, visitors, contacts }: CampaignCount): CountRow {
  const { utm_source, utm_medium, utm_campaign } = campaign ?? {};
  const name = [utm_source, utm_medium, utm_campaign].filter(Boolean).join(" / ");
  return { id: name || "*", label: name || OTHERS, counts: [views, visitors, contacts] };
}

function PageLink({ path }: { path: string }) {
  return (
    <a href={path} target="_blank" rel="noreferrer" className="underline-offset-4 hover:underline">
      {path}
    </a>
  );
}
