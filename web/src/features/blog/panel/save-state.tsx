import { CircleCheck, CloudOff, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { formatTime } from "@/panel/format";
import type { PostEditor } from "./use-post-editor";

/** Where the text is by now: told to those who don't see it as well, but not with every word they write. */
export function SaveState({ editor }: { editor: PostEditor }) {
  return (
    <p role="status" className="text-muted flex min-w-0 grow items-center gap-1.5 text-xs">
      {stateOf(editor)}
    </p>
  );
}

function stateOf({ work, autosave, isDirty, canAutosave }: PostEditor): ReactNode {
  if (work === "autosaving") return "Salvando rascunho…";
  if (autosave.phase === "offline") {
    return (
      <>
        <CloudOff className="text-warning size-4 shrink-0" aria-hidden />
        <span className="text-warning">Sem resposta do servidor. O texto está guardado neste navegador.</span>
      </>
    );
  }
  if (autosave.phase === "refused") {
    return (
      <>
        <TriangleAlert className="text-warning size-4 shrink-0" aria-hidden />
        <span className="text-warning">Rascunho não salvo: {autosave.reason}</span>
      </>
    );
  }
  if (isDirty) return canAutosave ? "" : "Alterações não salvas, guardadas neste navegador";
  if (autosave.phase !== "saved") return "";
  return (
    <>
      <CircleCheck className="text-success size-4 shrink-0" aria-hidden />
      Rascunho salvo às {formatTime(autosave.at)}
    </>
  );
}
