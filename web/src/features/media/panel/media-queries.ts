/** Pictures as the server gives them, and the keys they are cached under. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import { nextCursor } from "@/api/next-cursor";
import type { Media } from "@/api/types";
import { filterParams, type MediaFilter } from "./media-filter";
import { MEDIA } from "./media-record";

export const PAGE_SIZE = 48;

export interface MediaPage {
  pictures: Media[];
  /** How many match in all. */
  total: number;
  next: string | null;
}

export const mediaKeys = {
  all: ["media"],
  list: (filter: MediaFilter) => ["media", "list", filter] as const,
  record: (id: string) => ["media", "record", id] as const,
  uses: (id: string) => ["media", "uses", id] as const,
} as const;

export const mediaPage = (filter: MediaFilter) =>
  queryOptions({
    queryKey: mediaKeys.list(filter),
    queryFn: async ({ signal }): Promise<MediaPage> => {
      const query = { ...filterParams(filter), limit: PAGE_SIZE };
      const { data = [], response } = await api.GET("/api/media", { params: { query }, signal });
      return {
        pictures: data,
        total: Number(response.headers.get("X-Total-Count") ?? data.length),
        next: nextCursor(response.headers.get("Link")),
      };
    },
    placeholderData: keepPreviousData,
    meta: { error_title: "Erro ao carregar imagens" },
  });

export const mediaRecord = (id: string) =>
  queryOptions({
    queryKey: mediaKeys.record(id),
    queryFn: ({ signal }) => MEDIA.find(id, signal),
  });

export const mediaUses = (id: string) =>
  queryOptions({
    queryKey: mediaKeys.uses(id),
    queryFn: ({ signal }) => body(api.GET("/api/media/{id}/uses", { params: { path: { id } }, signal })),
    staleTime: 0,
  });
