/** What the screens of the settings ask of the server and tell it. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { HistoryEntry } from "@/api/types";
import { nextCursor } from "@/api/list-page";
import { showColors } from "@/panel/accent-colors";
import { setBrand } from "@/panel/page-title";
import { readSeo, saveSeo } from "./seo-cache";
import type { RecordName, Texts } from "./records";

/** A record and the version it has. */
export interface Opened {
  document: Texts;
  etag: string | null;
}

export function settingsRecord(name: RecordName) {
  const known = lastKnown(name);
  return queryOptions({
    queryKey: ["settings", name],
    queryFn: ({ signal }) => findRecord(name, signal),
    ...(known && { placeholderData: known }),
    meta: {
      error_title: "Erro ao carregar configurações",
      error_text: "Não foi possível carregar as configurações do site.",
    },
  });
}

export async function findRecord(name: RecordName, signal?: AbortSignal): Promise<Opened> {
  const params = { path: { name } };
  const { data, response } = await api.GET("/api/settings/{name}", { params, ...(signal && { signal }) });
  return opened(name, data, response);
}

/** Sends the fields that have changed. An `etag` that is no longer the record's has it refused. */
export async function updateRecord(name: RecordName, change: Texts, etag: string | null): Promise<Opened> {
  const params = { path: { name }, ...(etag && { header: { "If-Match": etag } }) };
  const { data, response } = await api.PUT("/api/settings/{name}", { params, body: change });
  return opened(name, data, response);
}

export async function restoreRecord(name: RecordName, version: number, current: number): Promise<Opened> {
  const params = { path: { name, version }, header: { "If-Match": `"${current}"` } };
  const { data, response } = await api.POST("/api/settings/{name}/history/{version}/restore", { params });
  return opened(name, data, response);
}

export const settingsHistory = (name: RecordName) =>
  infiniteQueryOptions({
    queryKey: ["settings", name, "history"],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === null ? {} : { cursor: Number(pageParam) };
      const params = { path: { name }, query };
      const { data, response } = await api.GET("/api/settings/{name}/history", { params, signal });
      return { entries: data ?? [], next: nextCursor(response.headers.get("Link")) };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** The version that is there now, and who saved it. */
export async function findLatest(name: RecordName): Promise<HistoryEntry | undefined> {
  const params = { path: { name }, query: { limit: 1 } };
  return (await body(api.GET("/api/settings/{name}/history", { params })))[0];
}

function opened(name: RecordName, document: Texts = {}, response: Response): Opened {
  if (name === "seo") saveSeo(document);
  if (name === "company" && document["name"]) setBrand(document["name"]);
  if (name === "company") showColors(document["accent_color"] ?? "");
  return { document, etag: response.headers.get("ETag") };
}

function lastKnown(name: RecordName): Opened | undefined {
  const seo = name === "seo" ? readSeo() : undefined;
  return seo && { document: { ...seo }, etag: null };
}
