import { MailCheck } from "lucide-react";
import { Link } from "react-router";

import type { MailState, MailStats } from "@/api/types";
import { ReceivingPaused, SendingPaused } from "@/features/mail/panel/notices";
import { panelPaths } from "@/lib/paths";
import { cn } from "@/panel/cn";
import { Card } from "@/panel/controls/card";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatNumber } from "@/panel/format";

const COUNTS: readonly { state: MailState & keyof MailStats; label: string; hint: string }[] = [
  { state: "queued", label: "Na fila", hint: "à espera de envio" },
  { state: "failed", label: "Não enviados", hint: "desistimos após várias tentativas" },
];

interface MailCardProps {
  /** Undefined while loading; null for editors, who don't see this card. */
  mail: MailStats | null | undefined;
  /** Whether a mail server is configured; undefined while loading. */
  isConfigured: boolean | undefined;
  className: string;
}

/** Counts of queued and failed messages, each with a link to them in the outbox. */
export function MailCard({ mail, isConfigured, className }: MailCardProps) {
  const isEmpty = mail != null && mail.queued + mail.failed === 0;
  return (
    <Card title="E-mails não enviados" className={className}>
      <dl className="grid gap-3">
        {COUNTS.map(({ state, label, hint }) => (
          <div
            key={state}
            className="border-line hover:border-control relative grid grid-cols-[1fr_auto] items-center gap-x-4 rounded-md border px-4 py-2.5 text-sm"
          >
            <dt className="font-medium">
              <Link
                to={`${panelPaths.outbox}?state=${state}`}
                className="after:absolute after:inset-0 after:rounded-md"
              >
                {label}
              </Link>
              <span className="text-muted block text-xs font-normal">{hint}</span>
            </dt>
            <dd
              className={cn(
                "text-xl font-semibold tabular-nums",
                state === "failed" && mail && mail.failed > 0 && "text-danger",
              )}
            >
              {mail ? formatNumber(mail[state]) : <Skeleton className="h-5 w-8" />}
            </dd>
          </div>
        ))}
      </dl>
      {mail?.problem && <SendingPaused problem={mail.problem} className="mt-3" />}
      {mail?.receiving_problem && <ReceivingPaused problem={mail.receiving_problem} className="mt-3" />}
      {isEmpty && (
        <p className="text-muted mt-3 flex items-center gap-2 text-sm">
          <MailCheck className="text-success size-4 shrink-0" aria-hidden />
          Não há nada à espera de envio.
        </p>
      )}
      {isConfigured === false && !isEmpty && (
        <p className="text-muted mt-3 text-sm">
          Falta configurar o servidor de envio: até lá, nada se perde e tudo espera na fila.
        </p>
      )}
    </Card>
  );
}
