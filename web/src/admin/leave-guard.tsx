/** Asks before a link leads away from what is typed and not saved. One for the whole panel: the router allows no more. */
import { useBlocker } from "react-router";

import { ConfirmDialog } from "../ui/panel/confirm-dialog";
import { hasUnsavedChanges } from "../ui/panel/unsaved-changes";

export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasUnsavedChanges(),
  );
  if (blocker.state !== "blocked") return null;
  return (
    <ConfirmDialog
      question="Sair sem salvar?"
      action="Sair sem salvar"
      dismiss="Continuar editando"
      busy={false}
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      Há alterações nesta tela que ainda não foram salvas. Se você sair agora, elas se perdem.
    </ConfirmDialog>
  );
}
