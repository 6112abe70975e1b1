/** The texts of the pages as the server gives them, and the keys they are cached under. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import { nextCursor } from "@/api/list-page";
import type { HistoryEntry, PageName } from "@/api/types";
import type { Json } from "./page-document";

/** A document and the version it has. */
export interface Opened {
  document: Json;
  etag: string | null;
}

export const pageKeys = { list: ["pages", "list"], texts: ["pages", "texts"] } as const;

export const pageList = queryOptions({
  queryKey: pageKeys.list,
  queryFn: ({ signal }) => body(api.GET("/api/pages", { signal })),
  meta: { error_title: "Erro ao carregar páginas" },
});

export const pageTexts = (search: string) =>
  queryOptions({
    queryKey: [...pageKeys.texts, search],
    queryFn: ({ signal }) => body(api.GET("/api/pages/texts", { params: { query: { search } }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: search !== "",
    meta: { error_title: "Erro ao buscar nos textos" },
  });

/** It comes with the program, so it changes only with that. */
export const pageForm = (name: PageName) =>
  queryOptions({
    queryKey: ["pages", "form", name],
    queryFn: ({ signal }) => body(api.GET("/api/pages/{name}/form", { params: { path: { name } }, signal })),
    staleTime: Infinity,
    meta: { error_title: "Erro ao carregar a página" },
  });

/** What the editor starts from. It doesn't follow later changes: they are found, and told, when it is saved. */
export const pageRecord = (name: PageName) =>
  queryOptions({
    queryKey: ["pages", "record", name],
    queryFn: ({ signal }) => findPage(name, signal),
    gcTime: 0,
    staleTime: Infinity,
    meta: { error_title: "Erro ao carregar a página" },
  });

/** The page as it would be with a draft. What is wrong with it is said beside the fields, not here. */
export const pagePreview = (name: PageName, appearance: string, document: Json) =>
  queryOptions({
    queryKey: ["pages", "preview", name, appearance, document],
    queryFn: async ({ signal }) => {
      const draft = { body: { document, appearance }, params: { path: { name } }, signal };
      return (await body(api.POST("/api/pages/{name}/preview", draft))).html;
    },
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });

export const pageHistory = (name: PageName) =>
  infiniteQueryOptions({
    queryKey: ["pages", "history", name],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === null ? {} : { cursor: Number(pageParam) };
      const params = { path: { name }, query };
      const { data, response } = await api.GET("/api/pages/{name}/history", { params, signal });
      return { entries: data ?? [], next: nextCursor(response.headers.get("Link")) };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

export async function findPage(name: PageName, signal?: AbortSignal): Promise<Opened> {
  const params = { path: { name } };
  return opened(await api.GET("/api/pages/{name}", { params, ...(signal && { signal }) }));
}

/** An `etag` that is no longer the page's has it refused. */
export async function updatePage(name: PageName, document: Json, etag: string | null): Promise<Opened> {
  return opened(await api.PUT("/api/pages/{name}", { params: conditional(name, etag), body: document }));
}

export async function resetPage(name: PageName, etag: string | null): Promise<Opened> {
  return opened(await api.POST("/api/pages/{name}/reset", { params: conditional(name, etag) }));
}

export async function restorePage(name: PageName, version: number, etag: string | null): Promise<Opened> {
  const { path, ...condition } = conditional(name, etag);
  const params = { path: { ...path, version }, ...condition };
  return opened(await api.POST("/api/pages/{name}/history/{version}/restore", { params }));
}

/** The version that is there now, and who saved it. */
export async function findLatest(name: PageName): Promise<HistoryEntry | undefined> {
  const params = { path: { name }, query: { limit: 1 } };
  return (await body(api.GET("/api/pages/{name}/history", { params })))[0];
}

export function versionOf({ etag }: Opened): number {
  return Number(etag?.replaceAll('"', "") ?? 0);
}

function conditional(name: PageName, etag: string | null) {
  return { path: { name }, ...(etag && { header: { "If-Match": etag } }) };
}

function opened({ data, response }: { data?: unknown; response: Response }): Opened {
  return { document: data as Json, etag: response.headers.get("ETag") };
}
