/** Queries and calls about pages. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { PageName } from "@/api/types";
import {
  type FindHistory,
  findLatestEntry,
  historyQuery,
  ifMatch,
  type Versioned,
  versioned,
} from "@/api/versioned";
import type { Json } from "./json-path";

export type VersionedPage = Versioned<Json>;

export const pageKeys = { list: ["pages", "list"], texts: ["pages", "texts"] } as const;

export const pageList = queryOptions({
  queryKey: pageKeys.list,
  queryFn: ({ signal }) => body(api.GET("/api/pages", { signal })),
  meta: { errorTitle: "Erro ao carregar páginas" },
});

export const pageTexts = (search: string) =>
  queryOptions({
    queryKey: [...pageKeys.texts, search],
    queryFn: ({ signal }) => body(api.GET("/api/pages/texts", { params: { query: { search } }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: search !== "",
    meta: { errorTitle: "Erro ao buscar nos textos" },
  });

/** Query of a page's form. The form never changes while the server runs. */
export const pageForm = (name: PageName) =>
  queryOptions({
    queryKey: ["pages", "form", name],
    queryFn: ({ signal }) => body(api.GET("/api/pages/{name}/form", { params: { path: { name } }, signal })),
    staleTime: Infinity,
    meta: { errorTitle: "Erro ao carregar a página" },
  });

/** Query of the version with which an editor starts. Saving detects later versions. */
export const pageRecord = (name: PageName) =>
  queryOptions({
    queryKey: ["pages", "record", name],
    queryFn: ({ signal }) => findPage(name, signal),
    gcTime: 0,
    staleTime: Infinity,
    meta: { errorTitle: "Erro ao carregar a página" },
  });

/** Query of the page's HTML with unsaved content. The preview shows its errors. */
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

/**
 * Query of the default content. `former` is the default content at the time of the first edit; null if it hasn't changed since
 * then, or if the page was never edited.
 */
export const pageDefault = (name: PageName) =>
  queryOptions({
    queryKey: ["pages", "default", name],
    queryFn: async ({ signal }) => {
      const found = await body(api.GET("/api/pages/{name}/default", { params: { path: { name } }, signal }));
      return found as { document: Json; former: Json };
    },
    staleTime: Infinity,
  });

const findHistory =
  (name: PageName): FindHistory =>
  (query, signal) =>
    api.GET("/api/pages/{name}/history", { params: { path: { name }, query }, ...(signal && { signal }) });

export const pageHistory = (name: PageName) => historyQuery(["pages", "history", name], findHistory(name));

export const findLatest = (name: PageName) => findLatestEntry(findHistory(name));

export function findPage(name: PageName, signal?: AbortSignal): Promise<VersionedPage> {
  const params = { path: { name } };
  return asPage(api.GET("/api/pages/{name}", { params, ...(signal && { signal }) }));
}

/** Saves a page. Fails with status 412 if the page no longer has the version of `etag`. */
export function updatePage(name: PageName, document: Json, etag: string | null): Promise<VersionedPage> {
  const params = { path: { name }, ...ifMatch(etag) };
  return asPage(api.PUT("/api/pages/{name}", { params, body: document }));
}

export function resetPage(name: PageName, etag: string | null): Promise<VersionedPage> {
  return asPage(api.POST("/api/pages/{name}/reset", { params: { path: { name }, ...ifMatch(etag) } }));
}

export function restorePage(name: PageName, version: number, etag: string | null): Promise<VersionedPage> {
  const params = { path: { name, version }, ...ifMatch(etag) };
  return asPage(api.POST("/api/pages/{name}/history/{version}/restore", { params }));
}

/** Types the content of a page as JSON, because the contract doesn't describe its shape. */
const asPage = (call: Promise<{ data?: unknown; response: Response }>) =>
  versioned(call as Promise<{ data?: Json; response: Response }>);
