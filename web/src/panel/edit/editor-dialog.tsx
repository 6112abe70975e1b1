/** A dialog with an editor that has no address of its own. It asks before unsaved input is lost. */
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";

import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { Modal } from "@/panel/dialog/modal";
import { useOwnQuestion, useUnsavedChanges } from "@/panel/form/unsaved-changes";

interface Editor {
  /** Sets the function that discards unsaved input; null if nothing is unsaved. */
  mark: (discard: (() => void) | null) => void;
  /** Closes the dialog, or asks first if it has unsaved input. */
  leave: () => void;
}

const EditorContext = createContext<Editor>({ mark: () => undefined, leave: () => undefined });

interface EditorDialogProps {
  title: string;
  size?: "prompt" | "small" | "medium" | "editor";
  onClose: () => void;
  /** Moves the focus after closing. By default it calls `returnFocus`, which focuses the element that had the focus before. */
  onClosed?: (returnFocus: () => void) => void;
  children: ReactNode;
}

export function EditorDialog({ title, size = "editor", onClose, onClosed, children }: EditorDialogProps) {
  const discard = useRef<(() => void) | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  const editor = useMemo<Editor>(
    () => ({
      mark: (unsaved) => (discard.current = unsaved),
      leave: () => (discard.current ? setLeaving(true) : close.current()),
    }),
    [],
  );
  return (
    <Modal size={size} title={title} onClose={editor.leave} onClosed={onClosed}>
      <EditorContext value={editor}>{children}</EditorContext>
      {isLeaving && (
        <LeaveDialog
          onLeave={() => {
            discard.current?.();
            onClose();
          }}
          onStay={() => setLeaving(false)}
        />
      )}
    </Modal>
  );
}

/** Asks whether to close a dialog with unsaved input. */
export function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  useOwnQuestion();
  return (
    <ConfirmDialog
      question="Sair sem salvar?"
      action="Sair sem salvar"
      dismiss="Continuar editando"
      busy={false}
      onConfirm={onLeave}
      onClose={onStay}
    >
      O que você digitou nesta janela ainda não foi salvo. Se você sair agora, isso se perde.
    </ConfirmDialog>
  );
}

interface Leaving {
  /** Closes the dialog, or asks first if it has unsaved input. */
  leave: () => void;
  /** Marks the input as saved before the next render, so that leaving right after saving doesn't ask. */
  forget: () => void;
}

/**
 * Makes the surrounding dialog and the panel ask before unsaved input is lost. Calls `onDiscard` if the user leaves
 * anyway.
 */
export function useLeaving(isDirty: boolean, onDiscard?: () => void): Leaving {
  const { mark, leave } = use(EditorContext);
  const discard = useEffectEvent(() => onDiscard?.());
  const { forget } = useUnsavedChanges(isDirty, onDiscard);
  useEffect(() => {
    mark(isDirty ? () => discard() : null);
    return () => mark(null);
  }, [mark, isDirty]);
  return { leave, forget };
}
