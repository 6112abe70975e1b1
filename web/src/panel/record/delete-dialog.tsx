import { useRef } from "react";

import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { useDelete } from "./changes";
import { focusRecord, neighborOf } from "./focus";
import type { DeletableKind, ListedRecord } from "./kind";

interface DeleteDialogProps<Value extends ListedRecord> {
  kind: DeletableKind<Value>;
  value: Value;
  question: string;
  /** Part of the sentence about what is deleted with the record, such as ', com os itens do submenu,'. */
  also?: string | undefined;
  onClose: () => void;
}

/** Asks before a record is moved to the trash. */
export function DeleteDialog<Value extends ListedRecord>(props: DeleteDialogProps<Value>) {
  const { kind, value, question, also = "", onClose } = props;
  const remove = useDelete(kind);
  const focusOn = useRef<string | undefined>(value.id);
  function confirm(): void {
    const neighbor = neighborOf(value.id, kind.key);
    remove.mutate(value, {
      onSuccess: () => (focusOn.current = neighbor),
      onSettled: onClose,
    });
  }
  return (
    <ConfirmDialog
      question={question}
      action="Excluir"
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
      onClosed={() => focusRecord(focusOn.current, kind.key)}
    >
      <strong className="text-ink font-medium">{kind.nameOf(value)}</strong> sai do site na hora{also} e fica
      na lixeira por 30 dias.
    </ConfirmDialog>
  );
}
