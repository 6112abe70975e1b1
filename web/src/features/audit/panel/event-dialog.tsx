/** One event with all that is known of it. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { messageOf } from "@/api/api-error";
import { Button } from "@/panel/controls/button";
import { Modal, ModalClose, ModalTitle } from "@/panel/dialog/modal";
import { formatNumber } from "@/panel/format";
import { Skeleton } from "@/panel/feedback/skeleton";
import { focusRecord } from "@/panel/list/focus-record";
import { useListState } from "@/panel/list/use-list-state";
import { EventDetails } from "./event-details";
import { AUDIT, auditEvent } from "./queries";

export function EventDialog() {
  const sequence = Number(useParams()["sequence"]);
  const { close } = useListState(AUDIT);
  return (
    <Modal onClose={close} onClosed={() => focusRecord(String(sequence))} size="medium">
      <div className="border-line flex items-center justify-between border-b py-2 pr-3 pl-5 sm:pl-6">
        <span className="text-muted text-xs">Evento nº {formatNumber(sequence)}</span>
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
  return (
    <div className="grid justify-items-start gap-4 p-6">
      <ModalTitle className="text-lg font-semibold">Evento não encontrado</ModalTitle>
      <p className="text-muted text-sm">{messageOf(error)}</p>
      <Button onClick={onClose}>Voltar para a lista</Button>
    </div>
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
