/** Dialog with one audit event. */
import { useQuery } from "@tanstack/react-query";
import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useParams } from "react-router";

import type { AuditEvent, PageName } from "@/api/types";
import { Modal, ModalClose, ModalTitle } from "@/panel/dialog/modal";
import { ChangeTable } from "@/panel/edit/change-table";
import { NotFound } from "@/panel/feedback/not-found";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatDateTimeWithSeconds, formatNumber } from "@/panel/format";
import { focusRow } from "@/panel/list/focus-row";
import { useListState } from "@/panel/list/use-list-state";
import { actorOf, changesOf, subjectPath } from "./labels";
import { AUDIT, auditEvent, pageForm } from "./queries";

export function EventDialog() {
  const sequence = Number(useParams()["sequence"]);
  const { close } = useListState(AUDIT);
  return (
    <Modal onClose={close} onClosed={() => focusRow(String(sequence))} size="medium">
      <div className="border-line flex items-center justify-between border-b py-2 pr-3 pl-5 sm:pl-6">
        <span className="text-muted text-xs">
          {Number.isInteger(sequence) ? `Evento nº ${formatNumber(sequence)}` : "Evento"}
        </span>
        <ModalClose />
      </div>
      <OpenEvent sequence={sequence} onClose={close} />
    </Modal>
  );
}

function OpenEvent({ sequence, onClose }: { sequence: number; onClose: () => void }) {
  const { data, error } = useQuery(auditEvent(sequence));
  if (data) return <EventDetails event={data} />;
  if (!error) return <Placeholder />;
  return <NotFound title="Evento não encontrado" error={error} onClose={onClose} />;
}

const SOURCES: Record<AuditEvent["source"], string> = {
  web: "Navegador ou programa",
  command_line: "Linha de comando do servidor",
  system: "O próprio sistema",
};

function EventDetails({ event }: { event: AuditEvent }) {
  const { user_email, subject_kind, subject_id } = event;
  const path = subjectPath(event);
  return (
    <div className="min-h-0 overflow-y-auto px-5 py-5 sm:px-6">
      <ModalTitle className="text-lg font-semibold tracking-tight wrap-anywhere">
        {actorOf(event)} <span className="font-normal">{event.summary}</span> {event.label}
      </ModalTitle>
      <dl className="mt-4 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-3">
        <Detail label="Quando">
          <time dateTime={event.created_at}>{formatDateTimeWithSeconds(event.created_at)}</time>
        </Detail>
        <Detail label="Endereço IP">{event.ip ?? "—"}</Detail>
        <Detail label="Por onde">{SOURCES[event.source]}</Detail>
      </dl>
      {event.erased_at && (
        <p className="text-muted mt-5 text-sm">
          Os dados pessoais deste evento foram apagados em {formatDateTimeWithSeconds(event.erased_at)}.
        </p>
      )}
      <EventChanges event={event} />
      <p className="mt-5 flex flex-wrap gap-x-5 gap-y-2 text-sm">
        {path && event.label && (
          <DetailLink to={path}>
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

function EventChanges({ event }: { event: AuditEvent }) {
  const name = event.subject_kind === "page" ? (event.subject_id as PageName | null) : null;
  const { data: form } = useQuery(pageForm(name));
  const changes = changesOf(event, form);
  if (changes.length === 0) return null;
  const isChange = event.before !== null && event.after !== null;
  const caption = isChange ? "O que mudou" : event.before ? "Como era" : "Detalhes";
  return (
    <div className="mt-5">
      <ChangeTable caption={caption} changes={changes} isChange={isChange} />
    </div>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
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

function Placeholder() {
  return (
    <div className="grid gap-4 p-6" role="status">
      <ModalTitle className="sr-only">Evento</ModalTitle>
      <span className="sr-only">Carregando evento…</span>
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="w-1/3" />
      <Skeleton className="mt-4 h-24 rounded-lg" />
    </div>
  );
}
