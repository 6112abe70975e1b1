import { useRef } from "react";

import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { focusRecord, neighborOf } from "./focus-record";
import type { Kind, Named } from "./kind";
import { useDelete } from "./record-changes";

interface DeleteDialogProps<Value extends Named, Fields extends object> {
  kind: Kind<Value, Fields>;
  value: Value;
  question: string;
  /** What goes with it. */
  also?: string | undefined;
  onClose: () => void;
}

export function DeleteDialog<Value extends Named, Fields extends object>(
  props: DeleteDialogProps<Value, Fields>,
) {
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
