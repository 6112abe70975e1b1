/** Asks before what is typed and not saved is left behind. One for the whole panel: the router allows no more. */
import { useEffect, useState } from "react";
import { useBlocker } from "react-router";

import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { giveUpChanges, hasUnsavedChanges, onLeaving } from "@/panel/form/unsaved-changes";

type Answer = (leaves: boolean) => void;

export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasUnsavedChanges(),
  );
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => onLeaving(() => new Promise<boolean>((resolve) => setAnswer(() => resolve))), []);
  const isBlocked = blocker.state === "blocked";
  if (!isBlocked && !answer) return null;
  const close = (leaves: boolean) => {
    if (leaves) giveUpChanges();
    answer?.(leaves);
    setAnswer(null);
    if (!isBlocked) return;
    if (leaves) blocker.proceed();
    else blocker.reset();
  };
  return (
    <ConfirmDialog
      question="Sair sem salvar?"
      action="Sair sem salvar"
      dismiss="Continuar editando"
      busy={false}
      onConfirm={() => close(true)}
      onClose={() => close(false)}
    >
      Há alterações nesta tela que ainda não foram salvas. Se você sair agora, elas se perdem.
    </ConfirmDialog>
  );
}
