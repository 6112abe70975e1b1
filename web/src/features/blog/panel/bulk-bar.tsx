/** What can be done with the posts that are ticked. */
import { ArchiveRestore, Eye, EyeOff, Trash2, X } from "lucide-react";
import { useState } from "react";

import type { PostAction } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { formatCount } from "@/panel/format";
import { useChangePosts } from "./post-changes";
import type { PostView } from "./post-filter";
import type { Selection } from "@/panel/list/use-selection";

export function BulkBar({ view, selection }: { view: PostView; selection: Selection }) {
  const change = useChangePosts();
  const [isAsking, setAsking] = useState(false);
  const { ids, clear } = selection;
  const act = (action: PostAction) =>
    change.mutate(
      { ids: [...ids], action },
      {
        onSuccess: clear,
        onSettled: () => setAsking(false),
      },
    );
  const count = formatCount(ids.length, "post selecionado", "posts selecionados");
  return (
    <>
      <p role="status" className="sr-only">
        {ids.length > 0 ? count : ""}
      </p>
      {ids.length > 0 && (
        <div
          role="group"
          aria-label="Ações com os posts selecionados"
          className="border-line bg-surface shadow-high sticky top-15 z-20 mb-3 flex flex-wrap items-center gap-2 rounded-lg border px-3 py-2"
        >
          <span className="mr-auto text-sm font-medium">{count}</span>
          {view === "trash" ? (
            <Button once size="sm" busy={change.isPending} onClick={() => act("restore")}>
              <ArchiveRestore aria-hidden />
              Restaurar
            </Button>
          ) : (
            <>
              <Button size="sm" disabled={change.isPending} onClick={() => act("publish")}>
                <Eye aria-hidden />
                Publicar
              </Button>
              <Button size="sm" disabled={change.isPending} onClick={() => act("unpublish")}>
                <EyeOff aria-hidden />
                Despublicar
              </Button>
              <Button size="sm" variant="danger" disabled={change.isPending} onClick={() => setAsking(true)}>
                <Trash2 aria-hidden />
                Excluir
              </Button>
            </>
          )}
          <Button size="sm" variant="ghost" onClick={clear}>
            <X aria-hidden />
            Limpar seleção
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          question={
            ids.length === 1
              ? "Tem certeza que deseja excluir este post?"
              : "Tem certeza que deseja excluir estes posts?"
          }
          action="Excluir"
          busy={change.isPending}
          onConfirm={() => act("delete")}
          onClose={() => setAsking(false)}
        >
          {formatCount(ids.length, "post sai", "posts saem")} do site na hora e{" "}
          {ids.length === 1 ? "fica" : "ficam"} na lixeira por 30 dias.
        </ConfirmDialog>
      )}
    </>
  );
}
