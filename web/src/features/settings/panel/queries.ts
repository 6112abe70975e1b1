/** Queries and calls about the settings. */
import { queryOptions } from "@tanstack/react-query";

import { api } from "@/api/client";
import type { Seo } from "@/api/types";
import {
  type FindHistory,
  findLatestEntry,
  historyQuery,
  ifMatch,
  type Versioned,
  versioned,
} from "@/api/versioned";
import { local } from "@/lib/storage";
import { applyAccentColor } from "@/panel/accent-colors";
import { setBrand } from "@/panel/page-title";
import type { RecordName, Texts } from "./records";

/** Query of a record of the settings. Until the record `seo` is loaded, the query has its copy from the browser's storage. */
export function settingsRecord(name: RecordName) {
  const placeholder = cachedRecord(name);
  return queryOptions({
    queryKey: ["settings", name],
    queryFn: ({ signal }) => findRecord(name, signal),
    ...(placeholder && { placeholderData: placeholder }),
    meta: {
      errorTitle: "Erro ao carregar configurações",
      errorText: "Não foi possível carregar as configurações do site.",
    },
  });
}

export async function findRecord(name: RecordName, signal?: AbortSignal): Promise<Versioned<Texts>> {
  const params = { path: { name } };
  return applyToPanel(
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
  return applyToPanel(name, await versioned(api.PUT("/api/settings/{name}", { params, body: change })));
}

export async function restoreRecord(
  name: RecordName,
  version: number,
  current: number,
): Promise<Versioned<Texts>> {
  const params = { path: { name, version }, header: { "If-Match": `"${current}"` } };
  const call = api.POST("/api/settings/{name}/history/{version}/restore", { params });
  return applyToPanel(name, await versioned(call));
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

/** Applies the settings that the panel itself uses (SEO, name and color of the company), and returns the record. */
function applyToPanel(name: RecordName, record: Versioned<Texts>): Versioned<Texts> {
  const { value } = record;
  if (name === "seo") saveSeo(value);
  if (name === "company" && value["name"]) setBrand(value["name"]);
  if (name === "company") applyAccentColor(value["accent_color"] ?? "");
  return record;
}

function cachedRecord(name: RecordName): Versioned<Texts> | undefined {
  const seo = name === "seo" ? readSeo() : undefined;
  return seo && { value: { ...seo }, etag: null };
}

const SEO_KEY = "seoSettings";
const BLANK_SEO: Seo = {
  page_title: "",
  site_title: "",
  site_description: "",
  keywords: "",
  og_image: "",
  favicon: "",
};

/** Returns the SEO settings in the browser's storage; undefined if there are none. Missing and invalid fields are empty. */
export function readSeo(): Seo | undefined {
  const stored = local.readJson(SEO_KEY);
  if (typeof stored !== "object" || stored === null) return undefined;
  const known = Object.entries(stored).filter(
    ([name, value]) => Object.hasOwn(BLANK_SEO, name) && typeof value === "string",
  );
  return { ...BLANK_SEO, ...Object.fromEntries(known) };
}

/** Merges the change into the SEO settings in the browser's storage. */
export function saveSeo(change: Partial<Seo>): void {
  local.write(SEO_KEY, JSON.stringify({ ...readSeo(), ...change }));
}
