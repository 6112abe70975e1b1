/** The buttons that replace, delete and restore a picture. */
import { useQuery } from "@tanstack/react-query";
import { ArchiveRestore, RefreshCw, Trash2 } from "lucide-react";
import { useRef, useState } from "react";

import type { Media } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { forgetChanges } from "@/panel/form/unsaved-changes";
import { formatCount } from "@/panel/format";
import { useDeleteMedia, useReplaceMedia, useRestoreMedia } from "./changes";
import { mediaUses } from "./queries";
import { acceptOf, problemOf, uploadKindOf } from "./upload-kind";

interface MediaActionsProps {
  record: Versioned<Media>;
  /** Called after the picture was deleted or restored, which moves it to the other list. */
  onMoved: () => void;
}

export function MediaActions({ record, onMoved }: MediaActionsProps) {
  return (
    <div className="border-line flex flex-wrap gap-2 border-t pt-4">
      {record.value.deleted_at ? (
        <Restore record={record} onMoved={onMoved} />
      ) : (
        <>
          <Replace record={record} />
          <Delete record={record} onMoved={onMoved} />
        </>
      )}
    </div>
  );
}

function Restore({ record, onMoved }: MediaActionsProps) {
  const restore = useRestoreMedia();
  return (
    <Button
      once
      busy={restore.isPending}
      onClick={() => restore.mutate(record.value, { onSuccess: onMoved })}
    >
      <ArchiveRestore aria-hidden />
      Restaurar
    </Button>
  );
}

function Replace({ record }: { record: Versioned<Media> }) {
  const replace = useReplaceMedia();
  const input = useRef<HTMLInputElement>(null);
  const kind = uploadKindOf(record.value);
  function choose(file: File | undefined): void {
    if (!file) return;
    const problem = problemOf(file, kind);
    if (problem) notify.error("Erro ao trocar o arquivo", problem);
    else replace.mutate({ opened: record, file });
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Novo arquivo"
        accept={acceptOf(kind)}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = "";
          choose(file);
        }}
      />
      <Button disabled={replace.isPending} onClick={() => input.current?.click()}>
        <RefreshCw aria-hidden />
        {replace.isPending ? "Enviando..." : "Trocar arquivo"}
      </Button>
    </>
  );
}

function Delete({ record: { value: media }, onMoved }: MediaActionsProps) {
  const remove = useDeleteMedia();
  const { data: uses, isPending } = useQuery(mediaUses(media.id));
  const [isAsking, setAsking] = useState(false);
  const removeNow = () =>
    remove.mutate(media, {
      onSuccess: () => {
        // Unsaved input isn't lost: its local draft stays and is recovered after the picture is restored.
        forgetChanges();
        onMoved();
      },
    });
  return (
    <>
      <Button
        variant="danger"
        once
        disabled={isPending || remove.isPending}
        onClick={() => (uses?.length === 0 ? removeNow() : setAsking(true))}
      >
        <Trash2 aria-hidden />
        Excluir
      </Button>
      {isAsking && (
        <ConfirmDialog
          question="Tem certeza que deseja excluir esta imagem?"
          action="Excluir mesmo assim"
          busy={remove.isPending}
          onConfirm={removeNow}
          onClose={() => setAsking(false)}
        >
          {uses
            ? `Ela é usada em ${formatCount(uses.length, "lugar", "lugares")} e continua aparecendo ali até você trocá-la.`
            : "Não foi possível descobrir onde ela é usada. Se for usada, continua aparecendo até você trocá-la."}{" "}
          Na lixeira, pode ser restaurada.
        </ConfirmDialog>
      )}
    </>
  );
}
