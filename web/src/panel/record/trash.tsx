/** The deleted records of a kind, each with a button to restore it: on the screen, or in a dialog. */
import { useQuery } from "@tanstack/react-query";
import { ArchiveRestore, Trash2 } from "lucide-react";
import { type ReactNode, useRef } from "react";

import { Button } from "@/panel/controls/button";
import { Modal } from "@/panel/dialog/modal";
import { useDialog } from "@/panel/dialog/use-dialog";
import { EMPTY_TRASH, EmptyState } from "@/panel/feedback/empty-state";
import { Skeletons } from "@/panel/feedback/skeleton";
import { formatDateTime, formatNumber } from "@/panel/format";
import { useRestore } from "./changes";
import { type ListedRecord, type ReadableKind, recordTrash } from "./kind";
import { LoadedRecords } from "./loading";

/** A button that opens the trash. */
export function TrashButton<Value extends ListedRecord>({ kind }: { kind: ReadableKind<Value> }) {
  const { opened, open, close } = useDialog<true>(`${kind.key}-trash`, { hasForm: false });
  const button = useRef<HTMLButtonElement>(null);
  const { data } = useQuery(recordTrash(kind));
  return (
    <>
      <Button ref={button} variant="ghost" onClick={() => open(true)}>
        <Trash2 aria-hidden />
        Lixeira{data && data.length > 0 ? ` (${formatNumber(data.length)})` : ""}
      </Button>
      {opened && (
        <Modal size="small" title="Lixeira" onClose={close} onClosed={() => button.current?.focus()}>
          <div className="overflow-y-auto">
            <TrashList kind={kind} />
          </div>
        </Modal>
      )}
    </>
  );
}

interface TrashListProps<Value extends ListedRecord> {
  kind: ReadableKind<Value>;
  /** Accessible name of the list. */
  label?: string;
  /** Text if nothing is deleted. */
  empty?: string;
  /** Shown before the name. */
  iconOf?: (value: Value) => ReactNode;
  /** Shown before the time of deletion, such as the category. */
  detailOf?: (value: Value) => string;
}

export function TrashList<Value extends ListedRecord>(props: TrashListProps<Value>) {
  const {
    kind,
    label = "Excluídos",
    empty = "O que você excluir fica aqui por 30 dias e pode ser restaurado nesse prazo.",
  } = props;
  return (
    <LoadedRecords
      kind={kind}
      query={recordTrash(kind)}
      placeholder={<Skeletons parts={["w-1/2", "w-1/3"]} className="p-5" />}
    >
      {(values) =>
        values.length === 0 ? (
          <EmptyState {...EMPTY_TRASH}>{empty}</EmptyState>
        ) : (
          <ul className="divide-line divide-y" aria-label={label}>
            {values.map((value) => (
              <Deleted key={value.id} {...props} value={value} />
            ))}
          </ul>
        )
      }
    </LoadedRecords>
  );
}

interface DeletedProps<Value extends ListedRecord> extends TrashListProps<Value> {
  value: Value;
}

function Deleted<Value extends ListedRecord>({ kind, iconOf, detailOf, value }: DeletedProps<Value>) {
  const restore = useRestore(kind);
  const name = kind.nameOf(value);
  const { deleted_at } = value;
  return (
    <li className="flex items-center gap-x-3 px-4 py-3 sm:px-5">
      {iconOf?.(value)}
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 grow basis-48">
          <p className="text-sm font-medium wrap-anywhere">{name}</p>
          {deleted_at && (
            <p className="text-muted text-xs">
              {detailOf ? `${detailOf(value)} · excluído em ` : "Excluído em "}
              <time dateTime={deleted_at} className="whitespace-nowrap">
                {formatDateTime(deleted_at)}
              </time>
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
      </div>
    </li>
  );
}
