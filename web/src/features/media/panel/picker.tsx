/** A dialog for other screens, in which the user chooses a picture of the library or uploads one. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { messageOf } from "@/api/api-error";
import type { Media } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { Modal } from "@/panel/dialog/modal";
import { MediaToolbar } from "./list";
import { LIBRARY, type MediaFilter, mediaKeys, mediaPage } from "./queries";
import { Thumbnail } from "./thumbnail";
import { UploadField } from "./upload-field";

interface MediaPickerProps {
  onPick: (picture: Pick<Media, "url" | "alt">) => void;
  onClose: () => void;
  /** Moves the focus after closing. */
  onClosed?: () => void;
}

export function MediaPicker({ onPick, onClose, onClosed }: MediaPickerProps) {
  const cache = useQueryClient();
  const uploaded = (url: string) => {
    void cache.invalidateQueries({ queryKey: mediaKeys.all });
    onPick({ url, alt: "" });
  };
  return (
    <Modal onClose={onClose} {...(onClosed && { onClosed })} size="large" title="Escolher imagem">
      <div className="grid gap-5 overflow-y-auto p-5">
        <UploadField label="Enviar uma nova" kind="picture" value="" onChange={uploaded} />
        <Library onPick={onPick} />
      </div>
    </Modal>
  );
}

function Library({ onPick }: Pick<MediaPickerProps, "onPick">) {
  const [filter, setFilter] = useState<MediaFilter>(LIBRARY.defaults);
  const { data, error } = useQuery(mediaPage(filter));
  const show = (change: Partial<MediaFilter>) =>
    setFilter((before) => ({ ...before, cursor: "", ...change }));
  return (
    <section aria-label="Biblioteca">
      <MediaToolbar list={{ codec: LIBRARY, filter, show }} />
      {error && !data && (
        <p className="text-danger text-sm">{messageOf(error, "Erro ao carregar imagens")}</p>
      )}
      {data?.items.length === 0 && <p className="text-muted text-sm">Nenhuma imagem encontrada.</p>}
      <ul className="media-grid" aria-label="Imagens" aria-busy={!data}>
        {data?.items.map((media) => (
          <li key={media.id}>
            <button
              type="button"
              className="border-line hover:border-control grid w-full overflow-hidden rounded-lg border text-start"
              onClick={() => onPick(media)}
            >
              <Thumbnail media={media} />
              <span className="truncate p-2 text-xs">{media.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {data && (filter.cursor !== "" || data.next !== null) && (
        <div className="mt-3 flex justify-end gap-2">
          {filter.cursor !== "" && <Button onClick={() => show({})}>Início</Button>}
          {data.next !== null && <Button onClick={() => show({ cursor: data.next ?? "" })}>Próximas</Button>}
        </div>
      )}
    </section>
  );
}
