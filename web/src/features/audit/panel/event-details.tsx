import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import type { AuditEvent } from "@/api/types";
import { ModalTitle } from "@/panel/dialog/modal";
import { formatMoment } from "@/panel/format";
import { EventChanges } from "./event-changes";
import { AUDIT } from "./queries";
import { subjectPath, who } from "./words";

const SOURCES: Record<AuditEvent["source"], string> = {
  web: "Navegador ou programa",
  command_line: "Linha de comando do servidor",
  system: "O próprio sistema",
};

export function EventDetails({ event }: { event: AuditEvent }) {
  const { user_email, subject_kind, subject_id } = event;
  const screen = subjectPath(event);
  return (
    <div className="min-h-0 overflow-y-auto px-5 py-5 sm:px-6">
      <ModalTitle className="text-lg font-semibold tracking-tight wrap-anywhere">
        {who(event)} <span className="font-normal">{event.summary}</span> {event.label}
      </ModalTitle>
      <dl className="mt-4 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-3">
        <Fact label="Quando">
          <time dateTime={event.created_at}>{formatMoment(event.created_at)}</time>
        </Fact>
        <Fact label="Endereço IP">{event.ip ?? "—"}</Fact>
        <Fact label="Por onde">{SOURCES[event.source]}</Fact>
      </dl>
      {event.erased_at && (
        <p className="text-muted mt-5 text-sm">
          Os dados pessoais deste evento foram apagados em {formatMoment(event.erased_at)}.
        </p>
      )}
      <EventChanges event={event} />
      <p className="mt-5 flex flex-wrap gap-x-5 gap-y-2 text-sm">
        {screen && event.label && (
          <DetailLink to={screen}>
            Abrir {event.label}
            <ArrowUpRight className="size-4" aria-hidden />
          </DetailLink>
        )}
        {user_email && <DetailLink to={AUDIT.url({ person: user_email })}>Tudo desta pessoa</DetailLink>}
        {subject_kind && subject_id && (
          <DetailLink to={AUDIT.url({ subject_kind, subject_id })}>Tudo deste registro</DetailLink>
        )}
      </p>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs font-medium">{label}</dt>
      <dd className="mt-0.5 wrap-anywhere">{children}</dd>
    </div>
  );
}

function DetailLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="decoration-control hover:decoration-ink flex items-center gap-1 rounded-sm underline underline-offset-4"
    >
      {children}
    </Link>
  );
}
