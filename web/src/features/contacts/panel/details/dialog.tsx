/** The open contact in a dialog over the table. */
import { useRef } from "react";

import { Modal, ModalClose, ModalTitle } from "@/panel/dialog/modal";
import { focusRow } from "@/panel/list/focus-row";
import { useShortcuts } from "@/panel/shortcuts";
import { OpenContact, type Opened, Steps } from "./opened";

export function ContactDialog(opened: Opened) {
  const { id, previous, next, following, open, close } = opened;
  const leftFor = useRef<string>(undefined);
  const leave = () => {
    leftFor.current = (next ?? previous)?.id;
    close();
  };
  const back = () => open(previous);
  const forth = () => open(next);
  useShortcuts({ k: back, ArrowLeft: back, j: forth, ArrowRight: forth }, { dialogs: 1 });

  return (
    <Modal
      onClose={close}
      onClosed={() => focusRow(leftFor.current ?? id)}
      className="inset-x-0 bottom-0 max-h-[94dvh] rounded-t-xl sm:inset-x-auto sm:top-[4dvh] sm:bottom-auto sm:left-1/2 sm:max-h-[92dvh] sm:w-[min(42rem,calc(100vw-3rem))] sm:-translate-x-1/2 sm:rounded-xl"
    >
      <div className="border-line flex shrink-0 items-center gap-1 border-b px-3 py-2">
        <Steps {...opened} />
        <ModalClose />
      </div>
      <OpenContact
        key={id}
        id={id}
        heading={(name) => (
          <ModalTitle
            tabIndex={-1}
            data-contact-name
            className="text-xl font-semibold tracking-tight wrap-break-word outline-none"
          >
            {name}
          </ModalTitle>
        )}
        onNext={following && (() => open(following))}
        onDone={leave}
      />
    </Modal>
  );
}
