/** The records of the settings on the server. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import { type FindHistory, findLatestEntry, historyQuery, ifMatch, versioned } from "@/api/versioned";
import type { Versioned } from "@/lib/versioned";
import { showColors } from "@/panel/accent-colors";
import { setBrand } from "@/panel/page-title";
import { readSeo, saveSeo } from "./seo-cache";
import type { RecordName, Texts } from "./records";

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

export async function findRecord(name: RecordName, signal?: AbortSignal): Promise<Versioned<Texts>> {
  const params = { path: { name } };
  return applied(
    name,
    await versioned(api.GET("/api/settings/{name}", { params, ...(signal && { signal }) })),
  );
}

/** Sends changed fields. Fails with status 412 if the record no longer has the version of `etag`. */
export async function updateRecord(
  name: RecordName,
  change: Texts,
  etag: string | null,
): Promise<Versioned<Texts>> {
  const params = { path: { name }, ...ifMatch(etag) };
  return applied(name, await versioned(api.PUT("/api/settings/{name}", { params, body: change })));
}

export async function restoreRecord(
  name: RecordName,
  version: number,
  current: number,
): Promise<Versioned<Texts>> {
  const params = { path: { name, version }, header: { "If-Match": `"${current}"` } };
  const call = api.POST("/api/settings/{name}/history/{version}/restore", { params });
  return applied(name, await versioned(call));
}

const findHistory =
  (name: RecordName): FindHistory =>
  (query, signal) =>
    api.GET("/api/settings/{name}/history", {
      params: { path: { name }, query },
      ...(signal && { signal }),
    });

export const settingsHistory = (name: RecordName) =>
  historyQuery(["settings", name, "history"], findHistory(name));

export const findLatest = (name: RecordName) => findLatestEntry(findHistory(name));

/** Applies settings that the panel itself shows. */
function applied(name: RecordName, record: Versioned<Texts>): Versioned<Texts> {
  const { value } = record;
  if (name === "seo") saveSeo(value);
  if (name === "company" && value["name"]) setBrand(value["name"]);
  if (name === "company") showColors(value["accent_color"] ?? "");
  return record;
}

function lastKnown(name: RecordName): Versioned<Texts> | undefined {
  const seo = name === "seo" ? readSeo() : undefined;
  return seo && { value: { ...seo }, etag: null };
}
