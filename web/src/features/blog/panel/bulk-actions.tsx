/** Actions on the selected posts. */
import { ArchiveRestore, Eye, EyeOff, Trash2 } from "lucide-react";
import { useState } from "react";

import type { PostAction } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { formatCount } from "@/panel/format";
import { useChangePosts } from "./post-changes";
import type { PostFilter } from "./post-queries";

interface BulkActionsProps {
  view: PostFilter["view"];
  ids: string[];
  onDone: () => void;
}

export function BulkActions({ view, ids, onDone }: BulkActionsProps) {
  const change = useChangePosts();
  const [isAsking, setAsking] = useState(false);
  const act = (action: PostAction) =>
    change.mutate({ ids, action }, { onSuccess: onDone, onSettled: () => setAsking(false) });
  if (view === "trash") {
    return (
      <Button once size="sm" busy={change.isPending} onClick={() => act("restore")}>
        <ArchiveRestore aria-hidden />
        Restaurar
      </Button>
    );
  }
  const isOne = ids.length === 1;
  return (
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
      {isAsking && (
        <ConfirmDialog
          question={`Tem certeza que deseja excluir ${isOne ? "este post" : "estes posts"}?`}
          action="Excluir"
          busy={change.isPending}
          onConfirm={() => act("delete")}
          onClose={() => setAsking(false)}
        >
          {formatCount(ids.length, "post sai", "posts saem")} do site na hora e {isOne ? "fica" : "ficam"} na
          lixeira por 30 dias.
        </ConfirmDialog>
      )}
    </>
  );
}
