/** The counts by page, referrer, campaign, device, click and missing page. */
import { Link } from "react-router";

import type { CampaignCount, VisitCount, VisitReport } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { type CountRow, CountTable } from "./count-table";

const DEVICES: Readonly<Record<string, string>> = {
  desktop: "Computador",
  mobile: "Celular",
  tablet: "Tablet",
};
const OTHERS = "Outros";
const WITH_CONTACTS = ["Visual.", "Visit.", "Contatos"];

export function Tables({ report }: { report: VisitReport | undefined }) {
  return (
    <div className="mt-3 grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-2">
      <CountTable
        title="Páginas"
        item="Página"
        columns={WITH_CONTACTS}
        note="Contatos: os de visitas que começaram na página."
        rows={report?.pages.map((page) => row(page, (path) => <PageLink path={path} />))}
        empty="Nenhuma página foi vista neste período."
      />
      <CountTable
        title="De onde vieram"
        item="Site"
        columns={["Chegadas", "Visit.", "Contatos"]}
        rows={report?.referrers.map((referrer) => row(referrer, (host) => host || "Acesso direto"))}
        empty="Nenhuma chegada neste período."
      />
      <CountTable
        title="Campanhas"
        item="Origem / meio / campanha"
        columns={["Chegadas", "Visit.", "Contatos"]}
        rows={report?.campaigns.map(campaignRow)}
        empty="Links com utm_source, utm_medium e utm_campaign, como os de anúncios e de newsletters, são contados aqui."
      />
      <ClickTable report={report} />
      <CountTable
        title="Dispositivos"
        item="Tipo"
        columns={["Visual.", "Visit."]}
        rows={report?.devices.map((device) => row(device, (value) => DEVICES[value] ?? value, false))}
        empty="Nenhuma visita neste período."
      />
      <CountTable
        title="Páginas não encontradas"
        item="Endereço"
        columns={["Visual.", "Visit."]}
        action={
          <Link to={panelPaths.missingPages} className="text-xs underline underline-offset-4">
            Redirecionar
          </Link>
        }
        rows={report?.missing.map((missing) => row(missing, (path) => path, false))}
        empty="Ninguém caiu em um endereço que não existe."
      />
    </div>
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
      columns={["WhatsApp", "Telefone"]}
      rows={rows}
      empty="Nenhum clique neste período."
    />
  );
}

function row(count: VisitCount, label: (value: string) => CountRow["label"], hasContacts = true): CountRow {
  const { value, views, visitors, contacts } = count;
  return {
    id: value ?? "*",
    label: value === null ? OTHERS : label(value),
    counts: hasContacts ? [views, visitors, contacts] : [views, visitors],
  };
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
