/** What staff do with pictures. The lists are asked for again after each change. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import type { Media } from "@/api/types";
import { notify } from "@/lib/notify";
import type { Versioned } from "@/lib/versioned";
import { recordOf } from "@/panel/edit/record-fields";
import { type Edit, savedText, saveRecord } from "@/panel/edit/versioned-record";
import { mediaKeys } from "./queries";
import { MEDIA, type MediaFields } from "./media-record";
import { replaceMedia, uploadFailure } from "./upload-media";

const at = (id: string) => ({ params: { path: { id } } });

function useMediaChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  done: (output: Output, input: Input) => void,
  fail: (error: Error) => void,
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: done,
    onError: fail,
    // Not waited for: a caller that closes its window does so before the record is there anew.
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
