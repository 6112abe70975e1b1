/** Moves contacts to stages: at once, or after the dialog that asks for the value or the reason. */
import { type ReactNode, useState } from "react";

import type { Contact, ContactStage } from "@/api/types";
import { type StageMove, useChangeStage } from "./changes";
import { LostDialog, ValueDialog } from "./outcome-dialog";
import { isClosed } from "./stages";

/** A dialog for a contact: for the outcome to which it moves, or for its value. */
interface Asking {
  contact: Contact;
  etag: string | null;
  about: "won" | "lost" | "value";
}

interface StageMoves {
  /** Moves a contact. `etag` is the version that was shown, if it is known. */
  move: (contact: Contact, stage: ContactStage, etag?: string | null) => void;
  askValue: (contact: Contact) => void;
  askReason: (contact: Contact) => void;
  dialog: ReactNode;
}

/** `onMoved` and `onRefused` are those of `useChangeStage`. */
export function useStageMoves(
  onMoved?: (move: StageMove) => void,
  onRefused?: (contact: Contact) => void,
): StageMoves {
  const [asking, setAsking] = useState<Asking | null>(null);
  const { mutate } = useChangeStage(onMoved, onRefused);
  const close = () => setAsking(null);
  const save = (change: StageMove["change"]) => {
    if (asking) mutate({ contact: asking.contact, etag: asking.etag, change });
    close();
  };
  return {
    move: (contact, stage, etag = null) => {
      if (stage === contact.stage) return;
      if (isClosed(stage)) setAsking({ contact, etag, about: stage === "won" ? "won" : "lost" });
      else mutate({ contact, etag, change: { stage } });
    },
    askValue: (contact) => setAsking({ contact, etag: null, about: "value" }),
    askReason: (contact) => setAsking({ contact, etag: null, about: "lost" }),
    dialog:
      asking &&
      (asking.about === "lost" ? (
        <LostDialog contact={asking.contact} onSave={save} onClose={close} />
      ) : (
        <ValueDialog contact={asking.contact} isWon={asking.about === "won"} onSave={save} onClose={close} />
      )),
  };
}
