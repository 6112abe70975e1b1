/** The filter of the media library, and the queries about pictures. */
import { queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { MediaFolder, MediaFormat } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { choice, defineList, type FilterOf, flag, text } from "@/panel/list/list-codec";
import { pageQuery } from "@/panel/list/use-records";
import { MEDIA } from "./record";

export const FOLDERS: readonly { value: MediaFolder; label: string }[] = [
  { value: "blog", label: "Blog" },
  { value: "company", label: "Empresa" },
  { value: "seo", label: "SEO" },
];

export const FORMATS: readonly { value: MediaFormat; label: string }[] = [
  { value: "jpeg", label: "Fotos (JPEG)" },
  { value: "png", label: "Imagens (PNG)" },
  { value: "svg", label: "Desenhos (SVG)" },
];

export const LIBRARY = defineList(panelPaths.media, {
  filters: { search: text(), folder: choice(FOLDERS), type: choice(FORMATS) },
  view: { trash: flag() },
  size: 48,
});
export type MediaFilter = FilterOf<typeof LIBRARY>;

export const mediaKeys = {
  all: ["media"],
  record: (id: string) => ["media", "record", id] as const,
  uses: (id: string) => ["media", "uses", id] as const,
} as const;

export const mediaPage = pageQuery({
  codec: LIBRARY,
  key: ["media", "list"],
  meta: { errorTitle: "Erro ao carregar imagens" },
  call: (query, signal) => api.GET("/api/media", { params: { query }, signal }),
});

export const mediaRecord = (id: string) =>
  queryOptions({
    queryKey: mediaKeys.record(id),
    queryFn: ({ signal }) => MEDIA.find(id, signal),
    // Not cached after the dialog closes, so that it always opens with the current version.
    gcTime: 0,
  });

export const mediaUses = (id: string) =>
  queryOptions({
    queryKey: mediaKeys.uses(id),
    queryFn: ({ signal }) => body(api.GET("/api/media/{id}/uses", { params: { path: { id } }, signal })),
    staleTime: 0,
  });
