/** Redirects and missing pages as staff list and edit them, and the calls to the server. */
import { z } from "zod";

import { api, body } from "@/api/client";
import { lastSaverOf } from "@/api/last-change";
import { REDIRECT_INPUT_FROM_PATH, REDIRECT_INPUT_TO_URL } from "@/api/limits";
import type { MissingPage, Redirect } from "@/api/types";
import { idempotencyKey, ifMatch, versioned } from "@/api/versioned";
import { panelPaths } from "@/lib/paths";
import { yesOrNo } from "@/panel/edit/record-fields";
import { requiredText } from "@/panel/form/text-schema";
import { defineList, text } from "@/panel/list/list-codec";
import { pageQuery } from "@/panel/list/use-records";
import { type DeletableKind, listKey, messagesOf, type StoredKind } from "@/panel/record/kind";

export const redirectSchema = z.object({
  from_path: requiredText(REDIRECT_INPUT_FROM_PATH),
  to_url: requiredText(REDIRECT_INPUT_TO_URL),
  is_permanent: z.boolean(),
});
export type RedirectFields = z.infer<typeof redirectSchema>;

export const REDIRECT: StoredKind<Redirect, RedirectFields> = {
  area: "redirects",
  key: "redirects",
  thisOne: "este redirecionamento",
  messages: messagesOf("redirecionamento", "redirecionamentos"),
  labels: { from_path: "Endereço antigo", to_url: "Destino", is_permanent: "Permanente" },
  fieldsOf: ({ from_path, to_url, is_permanent }) => ({ from_path, to_url, is_permanent }),
  textOf: (fields, name) => (name === "is_permanent" ? yesOrNo(fields.is_permanent) : fields[name]),
  nameOf: ({ from_path }) => from_path,
  trash: (signal) => body(api.GET("/api/redirects/trash", { signal })),
  find: (id, signal) =>
    versioned(api.GET("/api/redirects/{id}", { params: { path: { id } }, ...(signal && { signal }) })),
  create: (fields, _, key) => body(api.POST("/api/redirects", { params: idempotencyKey(key), body: fields })),
  update: (id, change, etag) =>
    versioned(api.PUT("/api/redirects/{id}", { params: { path: { id }, ...ifMatch(etag) }, body: change })),
  lastSaver: lastSaverOf("redirect"),
  remove: (id) => body(api.DELETE("/api/redirects/{id}", { params: { path: { id } } })),
  restore: (id) => body(api.POST("/api/redirects/{id}/restore", { params: { path: { id } } })),
};

export const MISSING_PAGE: DeletableKind<MissingPage> = {
  area: "redirects",
  key: "missing-pages",
  messages: {
    deleted: "Página ignorada por 30 dias",
    deleting: "Erro ao ignorar página",
    restored: "Página de volta à lista",
    restoring: "Erro ao desfazer",
  },
  nameOf: ({ path }) => path,
  remove: (id) => body(api.DELETE("/api/missing-pages/{id}", { params: { path: { id } } })),
  restore: (id) => body(api.POST("/api/missing-pages/{id}/restore", { params: { path: { id } } })),
};

export const REDIRECTS = defineList(panelPaths.redirects, { filters: { search: text() } });
export const MISSING_PAGES = defineList(panelPaths.missingPages, { filters: { search: text() } });

export const redirectList = pageQuery({
  codec: REDIRECTS,
  key: listKey(REDIRECT),
  meta: { errorTitle: REDIRECT.messages.loading },
  call: (query, signal) => api.GET("/api/redirects", { params: { query }, signal }),
});

export const missingPageList = pageQuery({
  codec: MISSING_PAGES,
  key: listKey(MISSING_PAGE),
  meta: { errorTitle: "Erro ao carregar páginas não encontradas" },
  call: (query, signal) => api.GET("/api/missing-pages", { params: { query }, signal }),
});
