/** What was deleted in the last 30 days, in a window of its own, and the way back. */
import { useQuery } from "@tanstack/react-query";
import { ArchiveRestore, Trash2 } from "lucide-react";
import { useRef, useState } from "react";

import { messageOf } from "@/api/api-error";
import { Button } from "@/panel/controls/button";
import { Modal, ModalClose, ModalTitle } from "@/panel/dialog/modal";
import { EmptyState } from "@/panel/feedback/empty-state";
import { formatDateTime, formatNumber } from "@/panel/format";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Skeleton } from "@/panel/feedback/skeleton";
import type { Kind, Named } from "./kind";
import { recordTrash } from "./navigation-queries";
import { useRestore } from "./record-changes";

interface TrashProps<Value extends Named, Fields extends object> {
  kind: Kind<Value, Fields>;
}

export function TrashButton<Value extends Named, Fields extends object>({ kind }: TrashProps<Value, Fields>) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { data } = useQuery(recordTrash(kind));
  return (
    <>
      <Button ref={button} variant="ghost" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden />
        Lixeira{data && data.length > 0 ? ` (${formatNumber(data.length)})` : ""}
      </Button>
      {open && (
        <Modal
          onClose={() => setOpen(false)}
          onClosed={() => button.current?.focus()}
          className="inset-x-0 bottom-0 max-h-[92dvh] rounded-t-xl sm:inset-x-auto sm:top-[6dvh] sm:bottom-auto sm:left-1/2 sm:max-h-[88dvh] sm:w-[min(34rem,calc(100vw-3rem))] sm:-translate-x-1/2 sm:rounded-xl"
        >
          <div className="border-line flex items-center justify-between border-b py-3 pr-3 pl-5">
            <ModalTitle className="text-base font-semibold">Lixeira</ModalTitle>
            <ModalClose />
          </div>
          <div className="overflow-y-auto">
            <Trash kind={kind} />
          </div>
        </Modal>
      )}
    </>
  );
}

function Trash<Value extends Named, Fields extends object>({ kind }: TrashProps<Value, Fields>) {
  const { data, isError, isFetching, error, refetch } = useQuery(recordTrash(kind));
  if (data && data.length > 0) {
    return (
      <ul className="divide-line divide-y" aria-label="Excluídos">
        {data.map((value) => (
          <Deleted key={value.id} kind={kind} value={value} />
        ))}
      </ul>
    );
  }
  if (data) {
    return (
      <EmptyState icon={Trash2} title="A lixeira está vazia">
        O que você excluir fica aqui por 30 dias e pode ser restaurado nesse prazo.
      </EmptyState>
    );
  }
  if (isError) {
    return (
      <LoadingFailed
        title={kind.words.loading}
        reason={messageOf(error, "Tente novamente mais tarde.")}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className="grid gap-4 p-5" role="status" aria-label="Carregando…">
      <Skeleton className="w-1/2" />
      <Skeleton className="w-1/3" />
    </div>
  );
}

interface DeletedProps<Value extends Named, Fields extends object> extends TrashProps<Value, Fields> {
  value: Value;
}

function Deleted<Value extends Named, Fields extends object>({ kind, value }: DeletedProps<Value, Fields>) {
  const restore = useRestore(kind);
  const name = kind.nameOf(value);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3">
      <div className="min-w-0 grow basis-48">
        <p className="text-sm font-medium wrap-anywhere">{name}</p>
        {value.deleted_at && (
          <p className="text-muted text-xs">
            Excluído em <time dateTime={value.deleted_at}>{formatDateTime(value.deleted_at)}</time>
          </p>
        )}
      </div>
      <Button
        size="sm"
        once
        busy={restore.isPending}
        aria-label={`Restaurar ${name}`}
        onClick={() => restore.mutate(value)}
      >
        <ArchiveRestore aria-hidden />
        Restaurar
      </Button>
    </li>
  );
}
