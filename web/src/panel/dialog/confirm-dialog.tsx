import type { ReactNode } from "react";

import { Button } from "@/panel/controls/button";
import { DialogButtons } from "./dialog-buttons";
import { Modal, ModalTitle } from "./modal";

interface ConfirmDialogProps {
  question: string;
  /** Label of the button that confirms. */
  action: string;
  /** Label of the button that cancels. */
  dismiss?: string;
  /** Describes the consequences. */
  children: ReactNode;
  busy?: boolean;
  /** Disables the button of the action. */
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Moves the focus after closing. By default, the focus returns to where it was. */
  onClosed?: () => void;
}

/** Asks before an action that can't be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    question,
    action,
    dismiss = "Cancelar",
    children,
    busy = false,
    disabled = false,
    onConfirm,
    onClose,
    onClosed,
  } = props;
  return (
    <Modal size="confirm" onClose={onClose} {...(onClosed && { onClosed })}>
      <ModalTitle className="text-base font-semibold">{question}</ModalTitle>
      <p className="text-muted text-sm">{children}</p>
      <DialogButtons className="mt-2" dismiss={dismiss} onClose={onClose}>
        <Button
          className="border-danger border"
          variant="danger"
          busy={busy}
          disabled={disabled}
          onClick={onConfirm}
        >
          {action}
        </Button>
      </DialogButtons>
    </Modal>
  );
}
