/** One picture in a window above the library, with its own address. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { messageOf } from "@/api/api-error";
import type { Media } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { CopyButton } from "@/panel/controls/copy-button";
import { Modal } from "@/panel/dialog/modal";
import type { Versioned } from "@/lib/versioned";
import { formatDate } from "@/panel/format";
import { Skeleton } from "@/panel/feedback/skeleton";
import { focusRecord } from "@/panel/list/focus-record";
import { useListState } from "@/panel/list/use-list-state";
import { MediaActions } from "./media-actions";
import { MediaForm } from "./media-form";
import { MediaUses } from "./media-uses";
import { PicturePreview } from "@/panel/controls/picture-preview";
import { FOLDERS, LIBRARY, mediaRecord } from "./queries";

export function MediaDialog() {
  const { id = "" } = useParams();
  const { close } = useListState(LIBRARY);
  const { data, error } = useQuery(mediaRecord(id));
  const title = data?.value.name ?? (error ? "Imagem não encontrada" : "Imagem");
  return (
    <Modal size="large" title={title} onClose={close} onClosed={() => focusRecord(id)}>
      <div className="overflow-y-auto p-5">
        {data ? (
          <Picture key={id} record={data} onGone={close} />
        ) : error ? (
          <div className="grid justify-items-start gap-4">
            <p className="text-muted text-sm">{messageOf(error)}</p>
            <Button onClick={close}>Voltar para a biblioteca</Button>
          </div>
        ) : (
          <div className="grid gap-4" role="status" aria-label="Carregando imagem…">
            <Skeleton className="h-64" />
            <Skeleton className="h-10" />
          </div>
        )}
      </div>
    </Modal>
  );
}

function Picture({ record, onGone }: { record: Versioned<Media>; onGone: () => void }) {
  const { value: media } = record;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {media.deleted_at ? (
        <div className="grid justify-items-start gap-3">
          <PicturePreview src={media.url} className="h-64" />
          <p className="text-muted text-sm">
            Na lixeira desde {formatDate(media.deleted_at)}. Depois de 30 dias é apagada de vez, a não ser que
            ainda apareça em alguma página.
          </p>
        </div>
      ) : (
        <MediaForm record={record} />
      )}
      <Facts media={media} />
      <MediaUses id={media.id} />
      <MediaActions record={record} onGone={onGone} />
    </div>
  );
}

function Facts({ media }: { media: Media }) {
  const kilobytes = Math.max(1, Math.round(media.bytes / 1024)).toLocaleString("pt-BR");
  return (
    <div className="text-muted flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span>
        {media.width} × {media.height} pixels, {kilobytes} KB
      </span>
      <span>Pasta: {FOLDERS.find(({ value }) => value === media.folder)?.label}</span>
      <span>Enviada em {formatDate(media.created_at)}</span>
      <span className="flex max-w-full min-w-0 items-center gap-1">
        <code className="truncate text-xs">{media.url}</code>
        <CopyButton text={media.url} label="Copiar endereço" />
      </span>
    </div>
  );
}
