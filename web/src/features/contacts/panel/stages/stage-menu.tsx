/** The menu that moves the selected contacts to a stage. It asks for the reason of a loss. */
import { useState } from "react";

import type { StageChange } from "@/api/types";
import { ChoiceMenu } from "@/panel/controls/choice-menu";
import { LostDialog } from "./outcome-dialog";
import { isStage, STAGES } from "./stages";

const NOBODY = { name: "os contatos escolhidos", value_cents: null, lost_reason: null, lost_text: "" };

export function StageMenu({ busy, onChoose }: { busy: boolean; onChoose: (change: StageChange) => void }) {
  const [isAsking, setAsking] = useState(false);
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
