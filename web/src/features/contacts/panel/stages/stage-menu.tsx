/** The menu that moves the selected contacts to a stage. It asks for the reason of a loss. */
import { useState } from "react";

import type { StageChange } from "@/api/types";
import { ChoiceMenu } from "@/panel/controls/choice-menu";
import { formatCount } from "@/panel/format";
import { LostDialog } from "./outcome-dialog";
import { isStage, STAGES } from "./stages";

const NOBODY = { name: "", value_cents: null, lost_reason: null, lost_text: "" };

interface StageMenuProps {
  /** Number of selected contacts. */
  count: number;
  busy: boolean;
  onChoose: (change: StageChange) => void;
}

export function StageMenu({ count, busy, onChoose }: StageMenuProps) {
  const [isAsking, setAsking] = useState(false);
  const contacts = formatCount(count, "contato", "contatos");
  const lost = count === 1 ? "como perdido" : "como perdidos";
  const choose = (stage: string) => {
    if (stage === "lost") setAsking(true);
    else if (isStage(stage)) onChoose({ stage });
  };
  return (
    <>
      <ChoiceMenu label="Mudar etapa dos selecionados" choices={STAGES} busy={busy} onChoose={choose}>
        Mudar etapa
      </ChoiceMenu>
      {isAsking && (
        <LostDialog
          contact={NOBODY}
          title={`Marcar ${contacts} ${lost}`}
          action={`Marcar ${lost}`}
          onSave={(change) => {
            setAsking(false);
            onChoose(change);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
