/** Templates of replies as staff list and edit them, the calls to the server, and filling in their placeholders. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { z } from "zod";

import { ApiError } from "@/api/api-error";
import { api, body } from "@/api/client";
import { lastSaverOf } from "@/api/last-change";
import { REPLY_TEMPLATE_INPUT_NAME, REPLY_TEMPLATE_INPUT_TEXT } from "@/api/limits";
import type { Contact, ReplyTemplate } from "@/api/types";
import { idempotencyKey, ifMatch, versioned } from "@/api/versioned";
import { splitMessage } from "@/features/contacts/core/message";
import { panelPaths } from "@/lib/paths";
import { requiredText } from "@/panel/form/text-schema";
import { addressedName } from "@/panel/greeting";
import { defineList, text } from "@/panel/list/list-codec";
import { pageQuery } from "@/panel/list/use-records";
import { listKey, messagesOf, type StoredKind } from "@/panel/record/kind";

export const templateSchema = z.object({
  name: requiredText(REPLY_TEMPLATE_INPUT_NAME),
  text: requiredText(REPLY_TEMPLATE_INPUT_TEXT),
});
export type TemplateFields = z.infer<typeof templateSchema>;

export const TEMPLATE: StoredKind<ReplyTemplate, TemplateFields> = {
  area: "reply-templates",
  key: "reply-templates",
  thisOne: "este modelo",
  messages: messagesOf("modelo", "modelos"),
  labels: { name: "Nome", text: "Texto" },
  fieldsOf: ({ name, text }) => ({ name, text }),
  textOf: (fields, name) => fields[name],
  nameOf: ({ name }) => name,
  trash: (signal) => body(api.GET("/api/reply-templates/trash", { signal })),
  find: (id, signal) =>
    versioned(api.GET("/api/reply-templates/{id}", { params: { path: { id } }, ...(signal && { signal }) })),
  create: (fields, _, key) =>
    body(api.POST("/api/reply-templates", { params: idempotencyKey(key), body: fields })),
  update: (id, change, etag) =>
    versioned(
      api.PUT("/api/reply-templates/{id}", { params: { path: { id }, ...ifMatch(etag) }, body: change }),
    ),
  lastSaver: lastSaverOf("reply_template"),
  remove: (id) => body(api.DELETE("/api/reply-templates/{id}", { params: { path: { id } } })),
  restore: (id) => body(api.POST("/api/reply-templates/{id}/restore", { params: { path: { id } } })),
};

export const TEMPLATES = defineList(panelPaths.replyTemplates, { filters: { search: text() } });

export const templateList = pageQuery({
  codec: TEMPLATES,
  key: listKey(TEMPLATE),
  meta: { errorTitle: TEMPLATE.messages.loading },
  call: (query, signal) => api.GET("/api/reply-templates", { params: { query }, signal }),
});

/** Query of all templates, for the composer. */
export const allTemplates = queryOptions({
  queryKey: [...listKey(TEMPLATE), "all"],
  queryFn: ({ signal }) =>
    body(api.GET("/api/reply-templates", { params: { query: { limit: 100 } }, signal })),
  select: (templates) => templates.toSorted((a, b) => a.name.localeCompare(b.name, "pt-BR")),
  placeholderData: keepPreviousData,
});

/** The placeholders of a template, and what replaces each. */
export const PLACEHOLDERS = [
  ["{nome}", "primeiro nome do contato"],
  ["{empresa}", "empresa do contato"],
  ["{serviço}", "serviço de interesse"],
  ["{responsável}", "quem é responsável pelo contato"],
] as const;

type Placeholder = (typeof PLACEHOLDERS)[number][0];

/** Replaces the placeholders of a text. Those without a value remain, so that their absence is visible. */
export function fillTemplate(text: string, { name, company, message }: Contact, assignee: string): string {
  const { service } = splitMessage(message);
  const values: Record<Placeholder, string> = {
    "{nome}": addressedName(name),
    "{empresa}": company,
    "{serviço}": service ?? "",
    "{responsável}": assignee,
  };
  return PLACEHOLDERS.reduce(
    (filled, [placeholder]) => filled.replaceAll(placeholder, values[placeholder] || placeholder),
    text,
  );
}

/** Throws an error of the field `text`, like the server's, if a text has placeholders. */
export function refusePlaceholders(text: string): void {
  const left = PLACEHOLDERS.map(([placeholder]) => placeholder).filter((name) => text.includes(name));
  if (left.length === 0) return;
  const reason = `Complete ${left.join(" e ")} antes de enviar: o contato não tem este dado.`;
  throw new ApiError(0, "invalid_fields", reason, { fields: { text: reason } });
}
