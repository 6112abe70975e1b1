/** Changes of pictures, after which the lists are fetched again. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import type { Media } from "@/api/types";
import { notify } from "@/lib/notify";
import type { Versioned } from "@/lib/versioned";
import { recordOf } from "@/panel/edit/record-fields";
import { type Edit, savedText, saveRecord } from "@/panel/edit/versioned-record";
import { mediaKeys } from "./queries";
import { MEDIA, type MediaFields } from "./record";
import { replaceMedia, uploadFailure } from "./upload-media";

const at = (id: string) => ({ params: { path: { id } } });

function useMediaChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  onSuccess: (output: Output, input: Input) => void,
  onError: (error: Error) => void,
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess,
    onError,
    // Not awaited, so that a caller closes its window before the record is fetched again.
    onSettled: () => void cache.invalidateQueries({ queryKey: mediaKeys.all }),
  });
}

const failed = (title: string) => (error: unknown) => notify.error(title, messageOf(error));

/** Sends an edit. The editor resolves conflicts. */
export const useSaveMedia = () =>
  useMediaChange(
    (edit: Edit<Media, MediaFields>) => saveRecord(recordOf(MEDIA), edit),
    (outcome) => {
      if (outcome.status === "conflict") return;
      notify.success("Imagem atualizada!", savedText(outcome.isMerged, outcome.saved.value.name));
    },
    failed("Erro ao atualizar imagem"),
  );

export function useRestoreMedia() {
  return useMediaChange(
    ({ id }: Media) => body(api.POST("/api/media/{id}/restore", at(id))),
    ({ name }) => notify.success("Imagem restaurada", name),
    failed("Erro ao restaurar imagem"),
  );
}

export function useDeleteMedia() {
  const restore = useRestoreMedia();
  return useMediaChange(
    ({ id }: Media) => body(api.DELETE("/api/media/{id}", at(id))),
    (_, media) =>
      notify.success("Imagem excluída", media.name, { label: "Desfazer", run: () => restore.mutate(media) }),
    failed("Erro ao excluir imagem"),
  );
}

export const useReplaceMedia = () =>
  useMediaChange(
    ({ opened, file }: { opened: Versioned<Media>; file: File }) => replaceMedia(opened, file),
    ({ name }) => notify.success("Arquivo trocado", name),
    (error) => notify.error("Erro ao trocar o arquivo", uploadFailure(error)),
  );
