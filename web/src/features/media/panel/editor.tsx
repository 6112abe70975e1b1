/** The dialog of a picture, which has its own URL: the picture's form, where it is used, and its actions. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { useParams } from "react-router";
import { z } from "zod";

import { isNotFound } from "@/api/error-checks";
import { MEDIA_CHANGE_ALT, MEDIA_CHANGE_NAME } from "@/api/limits";
import type { Media } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import { CopyButton } from "@/panel/controls/copy-button";
import { PicturePreview } from "@/panel/controls/picture-preview";
import { Modal } from "@/panel/dialog/modal";
import { RecordForm } from "@/panel/edit/record-form";
import { NotFound } from "@/panel/feedback/not-found";
import { Skeletons } from "@/panel/feedback/skeleton";
import { Field } from "@/panel/form/field";
import { textUpTo } from "@/panel/form/text-schema";
import { formatDate } from "@/panel/format";
import { focusRow } from "@/panel/list/focus-row";
import { useListState } from "@/panel/list/use-list-state";
import { MediaActions } from "./actions";
import { useRestoreMedia, useSaveMedia } from "./changes";
import { FocusPicker } from "./focus-picker";
import { FOLDERS, LIBRARY, mediaRecord } from "./queries";
import { MEDIA, type MediaFields } from "./record";
import { MediaUses } from "./uses";

export function MediaDialog() {
  const { id = "" } = useParams();
  const { close } = useListState(LIBRARY);
  const { data, error } = useQuery(mediaRecord(id));
  const title = data?.value.name ?? (isNotFound(error) ? "Imagem não encontrada" : "Imagem");
  return (
    <Modal size="large" title={title} onClose={close} onClosed={() => focusRow(id)}>
      {data ? (
        <Picture key={id} record={data} onClose={close} />
      ) : (
        <div className="p-5">
          {error ? (
            <NotFound error={error} back="Voltar para a biblioteca" onClose={close} />
          ) : (
            <Skeletons label="Carregando imagem…" parts={["h-64", "h-10"]} />
          )}
        </div>
      )}
    </Modal>
  );
}

interface PictureProps {
  record: Versioned<Media>;
  onClose: () => void;
}

function Picture({ record, onClose }: PictureProps) {
  const { value: media } = record;
  const [wasDeletedAtOpen] = useState(media.deleted_at !== null);
  // If another person deletes the picture while it is open, the form keeps its input and offers to restore the picture.
  const isDeletedByOther = !wasDeletedAtOpen && media.deleted_at !== null;
  if (!media.deleted_at || isDeletedByOther)
    return <MediaForm record={record} isDeleted={isDeletedByOther} onClose={onClose} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 overflow-y-auto p-5">
      <div className="grid justify-items-start gap-3">
        <PicturePreview src={media.url} className="h-64" />
        <p className="text-muted text-sm">
          Na lixeira desde {formatDate(media.deleted_at)}. Depois de 30 dias é apagada de vez, a não ser que
          ainda apareça em alguma página.
        </p>
      </div>
      <Facts media={media} />
      <MediaUses id={media.id} />
      <MediaActions record={record} onMoved={onClose} />
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

const schema = z.object({
  name: textUpTo(MEDIA_CHANGE_NAME).trim().min(1, "Informe um nome."),
  alt: textUpTo(MEDIA_CHANGE_ALT),
  focus: z.object({ x: z.number(), y: z.number() }),
});

/** The form of a picture's description, name and focal point, with its uses and the buttons for the picture itself. */
function MediaForm({ record, isDeleted, onClose }: PictureProps & { isDeleted: boolean }) {
  const save = useSaveMedia();
  const restore = useRestoreMedia();
  return (
    <RecordForm
      layout="dialog"
      kind={MEDIA}
      opened={record}
      resolver={zodResolver(schema)}
      send={save.mutateAsync}
      isDeleted={isDeleted}
      restore={restore}
      onCancel={onClose}
    >
      {(form) => (
        <>
          <Fields media={record.value} form={form} />
          <Facts media={record.value} />
          <MediaUses id={record.value.id} />
          {!isDeleted && <MediaActions record={record} onMoved={onClose} />}
        </>
      )}
    </RecordForm>
  );
}

function Fields({ media, form }: { media: Media; form: UseFormReturn<MediaFields> }) {
  const { errors } = form.formState;
  const [alt, focus] = useWatch({ control: form.control, name: ["alt", "focus"] });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <FocusPicker
        media={media}
        {...focus}
        onChange={(x, y) => form.setValue("focus", { x, y }, { shouldDirty: true })}
      />
      <div className="grid content-start gap-4">
        <Field
          label="Texto alternativo"
          hint="O que a imagem mostra, em uma frase. Leitores de tela e buscadores usam este texto."
          maxLength={MEDIA_CHANGE_ALT}
          error={errors.alt?.message}
          {...form.register("alt")}
        />
        {alt.trim() === "" && (
          <p className="bg-warning-soft text-warning flex gap-2 rounded-md p-3 text-sm">
            <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            Quem não vê a imagem fica sem saber o que ela mostra. Descreva-a, a não ser que seja só decoração.
          </p>
        )}
        <Field
          label="Nome"
          maxLength={MEDIA_CHANGE_NAME}
          error={errors.name?.message}
          {...form.register("name")}
        />
      </div>
    </div>
  );
}
