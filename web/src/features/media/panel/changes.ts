/** The mutations of pictures. After each, the queries about pictures are fetched again. */
import type { QueryClient } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { Media } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import { notify } from "@/lib/notify";
import { recordOf } from "@/panel/edit/record-fields";
import { type Edit, savedText, saveRecord } from "@/panel/edit/versioned-record";
import { useChange } from "@/panel/use-change";
import { mediaKeys } from "./queries";
import { MEDIA, type MediaFields } from "./record";
import { replaceMedia, uploadFailure } from "./upload-media";

const at = (id: string) => ({ params: { path: { id } } });

/** Refetches without waiting, so that a dialog closes before the record is fetched again. */
const refresh = (cache: QueryClient) => void cache.invalidateQueries({ queryKey: mediaKeys.all });

/** Saves an edit. A conflict is returned to the editor, which resolves it. */
export const useSaveMedia = () =>
  useChange("Erro ao atualizar imagem", refresh, {
    mutationFn: (edit: Edit<Media, MediaFields>) => saveRecord(recordOf(MEDIA), edit),
    onSuccess: (outcome) => {
      if (outcome.status === "conflict") return;
      notify.success("Imagem atualizada!", savedText(outcome.isMerged, outcome.saved.value.name));
    },
  });

export const useRestoreMedia = () =>
  useChange("Erro ao restaurar imagem", refresh, {
    mutationFn: ({ id }: Media) => body(api.POST("/api/media/{id}/restore", at(id))),
    onSuccess: ({ id, name }) => notify.undone(id, "Imagem restaurada", name),
  });

export function useDeleteMedia() {
  const restore = useRestoreMedia();
  return useChange("Erro ao excluir imagem", refresh, {
    mutationFn: ({ id }: Media) => body(api.DELETE("/api/media/{id}", at(id))),
    onSuccess: (_, media) =>
      notify.undoable(media.id, "Imagem excluída", media.name, () => restore.mutate(media)),
  });
}

export const useReplaceMedia = () =>
  useChange("Erro ao trocar o arquivo", refresh, {
    mutationFn: ({ opened, file }: { opened: Versioned<Media>; file: File }) => replaceMedia(opened, file),
    onSuccess: ({ name }) => notify.success("Arquivo trocado", name),
    onError: (error) => notify.error("Erro ao trocar o arquivo", uploadFailure(error)),
  });
