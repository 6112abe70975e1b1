import { CheckCheck } from "lucide-react";
import { Link } from "react-router";

import type { ContactStats, WaitingContacts } from "@/api/types";
import { describePromise } from "@/features/contacts/panel/promise";
import { CONTACTS } from "@/features/contacts/panel/record";
import { panelPaths } from "@/lib/paths";
import { Badge } from "@/panel/controls/badge";
import { Card } from "@/panel/controls/card";
import { Reserved } from "@/panel/feedback/reserved";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatDuration, formatNumber } from "@/panel/format";

/** Number of contacts that wait for a reply, the most urgent of them, and the share of promises met. */
export function WaitingCard({
  contacts,
  counted_at = "",
  className,
}: {
  /** Undefined while it loads, as `counted_at`. */
  contacts: ContactStats | undefined;
  counted_at: string | undefined;
  className: string;
}) {
  return (
    <Card title="Aguardando resposta" className={className}>
      <Reserved name="dashboard_waiting" isLoaded={contacts !== undefined} className="flex grow flex-col">
        {contacts ? <Filled contacts={contacts} counted_at={counted_at} /> : <Placeholder />}
      </Reserved>
    </Card>
  );
}

interface FilledProps {
  contacts: ContactStats;
  counted_at: string;
}

function Filled({ contacts, counted_at }: FilledProps) {
  const { waiting } = contacts;
  return (
    <>
      {waiting.count > 0 ? (
        <Waiting waiting={waiting} counted_at={counted_at} />
      ) : (
        <NoneWaiting total={contacts.total} />
      )}
      <Undelivered count={waiting.undelivered} />
      <PromisesMet promises={waiting.promises} />
    </>
  );
}

interface WaitingProps {
  waiting: WaitingContacts;
  counted_at: string;
}

function Waiting({ waiting: { count, late, most_urgent }, counted_at }: WaitingProps) {
  return (
    <div className="grid gap-4">
      <p>
        <span className="block text-4xl font-semibold tracking-tight">{formatNumber(count)}</span>{" "}
        <span className="text-muted text-sm">
          <Link to={CONTACTS.url({ view: "waiting" })} className="underline underline-offset-4">
            {count === 1 ? "contato sem resposta" : "contatos sem resposta"}
          </Link>
          {late > 0 && (
            <>
              {", "}
              <Link
                to={CONTACTS.url({ view: "late" })}
                className="text-danger font-medium underline underline-offset-4"
              >
                {formatNumber(late)} fora do prazo
              </Link>
            </>
          )}
        </span>
      </p>
      {most_urgent && <MostUrgent contact={most_urgent} counted_at={counted_at} />}
    </div>
  );
}

interface MostUrgentProps {
  contact: NonNullable<WaitingContacts["most_urgent"]>;
  counted_at: string;
}

function MostUrgent({ contact: { id, name, company, asked_at, promise }, counted_at }: MostUrgentProps) {
  const deadline = promise && describePromise(promise);
  return (
    <div className="border-line hover:bg-sunken relative grid justify-items-start gap-1 rounded-md border px-4 py-3 text-sm">
      <h3 className="text-muted text-xs">O mais urgente</h3>
      <p className="w-full wrap-anywhere">
        <Link
          to={panelPaths.contact(id)}
          className="font-medium after:absolute after:inset-0 after:rounded-md"
        >
          {name}
        </Link>
        {company && <span className="text-muted"> · {company}</span>}
      </p>
      <p className="text-muted mb-1">{describeWait(asked_at, counted_at)}</p>
      {deadline && (
        <Badge tone={deadline.tone === "neutral" ? "success" : deadline.tone}>{deadline.short}</Badge>
      )}
    </div>
  );
}

/** Number of replies that were not delivered. Their authors may not know it. */
function Undelivered({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="bg-danger-soft text-danger mt-4 rounded-lg px-4 py-3 text-sm font-medium">
      {count === 1 ? "1 resposta não foi entregue" : `${formatNumber(count)} respostas não foram entregues`}
    </p>
  );
}

/** Share of the replies that were sent before their deadline. */
function PromisesMet({ promises }: { promises: WaitingContacts["promises"] }) {
  const text = describePromises(promises);
  return text && <p className="border-line text-muted mt-4 border-t pt-3 text-sm">{text}</p>;
}

function NoneWaiting({ total }: { total: number }) {
  return (
    <div className="grid grow content-center justify-items-center gap-1 py-6 text-center">
      <CheckCheck className="text-success mb-1 size-7" aria-hidden />
      <p className="text-sm font-medium">Ninguém esperando</p>
      <p className="text-muted max-w-xs text-sm text-balance">
        {total > 0
          ? "Todos os contatos foram respondidos ou arquivados."
          : "Quando alguém escrever pelo site, você vê aqui há quanto tempo essa pessoa espera."}
      </p>
    </div>
  );
}

function Placeholder() {
  return (
    <div className="grid gap-4">
      <div className="grid gap-2">
        <Skeleton className="h-9 w-16" />
        <Skeleton className="w-40" />
      </div>
      <div className="border-line h-29 rounded-md border" />
    </div>
  );
}

/** Returns how long a contact has waited: 'Espera há 5 h'. */
export function describeWait(since: string, now: string): string {
  return `Espera há ${formatDuration(Math.max(0, Date.parse(now) - Date.parse(since)))}`;
}

/** Returns '46 de 50 respondidos no prazo nos últimos 30 dias (92%)', or null if no deadline has passed. */
export function describePromises({ due, met }: WaitingContacts["promises"]): string | null {
  if (due === 0) return null;
  // Rounded down, so that 100% means all of them.
  const share = Math.floor((met / due) * 100);
  const replied = due === 1 ? "respondido" : "respondidos";
  return `${formatNumber(met)} de ${formatNumber(due)} ${replied} no prazo nos últimos 30 dias (${share}%)`;
}
