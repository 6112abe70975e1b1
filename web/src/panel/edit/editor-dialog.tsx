/** A window in which something is written that has no address of its own. It asks before what is typed gets lost. */
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

import { cn } from "@/panel/cn";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { Modal, ModalClose, ModalTitle } from "@/panel/dialog/modal";
import { useUnsavedChanges } from "@/panel/form/unsaved-changes";

interface Editor {
  /** Says whether something in it is unsaved, and what to do when it is given up. */
  mark: (giveUp: (() => void) | null) => void;
  leave: () => void;
}

const EditorContext = createContext<Editor>({ mark: () => undefined, leave: () => undefined });

interface EditorDialogProps {
  title: string;
  /**
   * No wider than a short form needs, and as high as it is. A large window keeps its height, whatever is shown in it, so
   * that no button moves from under the hand that presses it.
   */
  isSmall?: boolean;
  onClose: () => void;
  /** Where the focus goes afterwards. */
  onClosed: () => void;
  children: ReactNode;
}

export function EditorDialog({ title, isSmall, onClose, onClosed, children }: EditorDialogProps) {
  const giveUp = useRef<(() => void) | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  const editor = useMemo<Editor>(
    () => ({
      mark: (unsaved) => (giveUp.current = unsaved),
      leave: () => (giveUp.current ? setLeaving(true) : close.current()),
    }),
    [],
  );
  return (
    <Modal
      onClose={editor.leave}
      onClosed={onClosed}
      className={cn(
        "inset-x-0 bottom-0 rounded-t-xl sm:inset-x-auto sm:bottom-auto sm:left-1/2 sm:-translate-x-1/2 sm:rounded-xl",
        isSmall
          ? "max-h-[94dvh] sm:top-[12dvh] sm:max-h-[84dvh] sm:w-[min(32rem,calc(100vw-3rem))]"
          : "h-[94dvh] sm:top-[4dvh] sm:h-[min(92dvh,56rem)] sm:w-[min(46rem,calc(100vw-3rem))]",
      )}
    >
      <div className="border-line flex items-center justify-between border-b py-3 pr-3 pl-5">
        <ModalTitle className="text-base font-semibold">{title}</ModalTitle>
        <ModalClose />
      </div>
      <EditorContext value={editor}>{children}</EditorContext>
      {isLeaving && (
        <ConfirmDialog
          question="Sair sem salvar?"
          action="Sair sem salvar"
          dismiss="Continuar editando"
          busy={false}
          onConfirm={() => {
            giveUp.current?.();
            onClose();
          }}
          onClose={() => setLeaving(false)}
        >
          O que você digitou nesta janela ainda não foi salvo. Se você sair agora, isso se perde.
        </ConfirmDialog>
      )}
    </Modal>
  );
}

/**
 * Has the window around it, and the panel, ask before what is typed gets lost. `onGivenUp` is called when it is left all
 * the same. Returns the way out that asks.
 */
export function useLeaving(isDirty: boolean, onGivenUp?: () => void): () => void {
  const { mark, leave } = use(EditorContext);
  const giveUp = useEffectEvent(() => onGivenUp?.());
  useUnsavedChanges(isDirty, onGivenUp);
  useEffect(() => {
    mark(isDirty ? () => giveUp() : null);
    return () => mark(null);
  }, [mark, isDirty]);
  return leave;
}
