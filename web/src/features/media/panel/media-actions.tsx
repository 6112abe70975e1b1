/** What becomes of a picture: another file in its place, into the trash, out of it. */
import { useQuery } from "@tanstack/react-query";
import { ArchiveRestore, RefreshCw, Trash2 } from "lucide-react";
import { useRef, useState } from "react";

import type { Media } from "@/api/types";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import type { Versioned } from "@/lib/versioned";
import { formatCount } from "@/panel/format";
import { forgetChanges } from "@/panel/form/unsaved-changes";
import { useDeleteMedia, useReplaceMedia, useRestoreMedia } from "./media-changes";
import { mediaUses } from "./queries";
import { accepted, placeOf, problemOf } from "./place";

interface MediaActionsProps {
  record: Versioned<Media>;
  /** The picture has left the list behind. */
  onGone: () => void;
}

export function MediaActions({ record, onGone }: MediaActionsProps) {
  return (
    <div className="border-line flex flex-wrap gap-2 border-t pt-4">
      {record.value.deleted_at ? (
        <Restore record={record} onGone={onGone} />
      ) : (
        <>
          <Replace record={record} />
          <Delete record={record} onGone={onGone} />
        </>
      )}
    </div>
  );
}

function Restore({ record, onGone }: MediaActionsProps) {
  const restore = useRestoreMedia();
  return (
    <Button once busy={restore.isPending} onClick={() => restore.mutate(record.value, { onSuccess: onGone })}>
      <ArchiveRestore aria-hidden />
      Restaurar
    </Button>
  );
}

function Replace({ record }: { record: Versioned<Media> }) {
  const replace = useReplaceMedia();
  const input = useRef<HTMLInputElement>(null);
  const place = placeOf(record.value);
  function choose(file: File | undefined): void {
    if (!file) return;
    const problem = problemOf(file, place);
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
        accept={accepted(place)}
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

function Delete({ record: { value: media }, onGone }: MediaActionsProps) {
  const remove = useDeleteMedia();
  const { data: uses } = useQuery(mediaUses(media.id));
  const [asking, setAsking] = useState(false);
  const go = () =>
    remove.mutate(media, {
      onSuccess: () => {
        // What is typed about it is in its form again, once it is restored.
        forgetChanges();
        onGone();
      },
    });
  return (
    <>
      <Button
        variant="danger"
        once
        disabled={uses === undefined || remove.isPending}
        onClick={() => (uses?.length ? setAsking(true) : go())}
      >
        <Trash2 aria-hidden />
        Excluir
      </Button>
      {asking && uses && (
        <ConfirmDialog
          question="Tem certeza que deseja excluir esta imagem?"
          action="Excluir mesmo assim"
          busy={remove.isPending}
          onConfirm={go}
          onClose={() => setAsking(false)}
        >
          Ela é usada em {formatCount(uses.length, "lugar", "lugares")} e continua aparecendo ali até você
          trocá-la. Na lixeira, pode ser restaurada.
        </ConfirmDialog>
      )}
    </>
  );
}
