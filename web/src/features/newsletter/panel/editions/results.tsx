/** The results of an edition: how many mails are queued, delivered or refused, and what followed. */
import { useQuery } from "@tanstack/react-query";

import type { Edition, EditionResults as Results } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { TextLink } from "@/panel/controls/text-link";
import { formatNumber } from "@/panel/format";
import { ArchiveSwitch } from "./archive-switch";
import { editionResults } from "./record";
import { Section } from "./section";

interface Figure {
  label: string;
  hint: string;
  value: (results: Results) => number;
  /** Whether the figure is hidden while it is 0. */
  isOptional?: boolean;
  /** Link to the records behind the figure, shown unless it is 0. */
  link?: { label: string; path: string };
}

const FIGURES: readonly Figure[] = [
  {
    label: "Destinatários",
    hint: "E-mails preparados, um por inscrição confirmada.",
    value: ({ recipients }) => recipients,
  },
  { label: "Na fila", hint: "Esperam a primeira ou a próxima tentativa.", value: ({ queued }) => queued },
  {
    label: "Entregues",
    hint: "Aceitos pelo servidor de e-mail e que não voltaram.",
    value: ({ delivered }) => delivered,
  },
  {
    label: "Recusados",
    hint: "O servidor recusou o endereço, ou o e-mail voltou. A inscrição termina ou é pausada.",
    value: ({ bounced }) => bounced,
    link: { label: "Ver inscrições recusadas", path: `${panelPaths.newsletter}?status=refused` },
  },
  {
    label: "Cancelaram a inscrição",
    hint: "Pelo link desta edição.",
    value: ({ unsubscribed }) => unsubscribed,
  },
  {
    label: "Contatos recebidos",
    hint: "Pedidos de quem começou a visita por um link desta edição.",
    value: ({ leads }) => leads,
  },
  {
    label: "Não enviados",
    hint: "Por outro motivo, como o servidor de e-mail fora do ar por dias.",
    value: ({ failed }) => failed,
    isOptional: true,
  },
  {
    label: "Retirados da fila",
    hint: "O envio foi cancelado, ou a inscrição terminou antes.",
    value: ({ canceled }) => canceled,
    isOptional: true,
  },
];

export function EditionResults({ edition }: { edition: Edition }) {
  const { data } = useQuery(editionResults(edition));
  const shown = FIGURES.filter(({ isOptional, value }) => !isOptional || (data && value(data) > 0));
  return (
    <div className="grid gap-5">
      <Section title="Resultados">
        <Progress edition={edition} results={data} />
        <dl className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
          {shown.map(({ label, hint, value, link }) => (
            <div key={label} className="grid content-start gap-0.5">
              <dt className="text-muted text-sm">{label}</dt>
              <dd className="text-2xl font-semibold tabular-nums">
                {data ? formatNumber(value(data)) : "…"}
              </dd>
              <dd className="text-muted text-xs">
                {hint} {link && data && value(data) > 0 && <TextLink to={link.path}>{link.label}</TextLink>}
              </dd>
            </div>
          ))}
        </dl>
        <p className="text-muted text-xs">
          Não contamos aberturas nem cliques: os e-mails não levam imagem de rastreamento.
        </p>
      </Section>
      <ArchiveSwitch edition={edition} />
    </div>
  );
}

/** The share of the mails that left the queue. Shown only while the edition is being sent. */
function Progress({ edition, results }: { edition: Edition; results: Results | undefined }) {
  if (edition.state !== "sending" || !results) return null;
  if (results.recipients === 0) {
    return (
      <p className="text-muted text-sm" role="status">
        Preparando o envio…
      </p>
    );
  }
  const done = results.recipients - results.queued;
  return (
    <div className="grid gap-1.5" role="status">
      <progress className="accent-accent h-2 w-full" value={done} max={results.recipients}>
        {done}
      </progress>
      <p className="text-muted text-sm">
        {formatNumber(done)} de {formatNumber(results.recipients)} enviados
        {edition.queued_at === null ? " até agora; os demais entram na fila aos poucos." : "."}
      </p>
    </div>
  );
}
