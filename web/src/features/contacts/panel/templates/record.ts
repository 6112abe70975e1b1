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
import { fold } from "@/lib/fold";
import { panelPaths } from "@/lib/paths";
import { requiredText } from "@/panel/form/text-schema";
import { addressedName } from "@/panel/greeting";
import { defineList, text } from "@/panel/list/list-codec";
import { pageQuery } from "@/panel/list/use-records";
import { listKey, messagesOf, type StoredKind } from "@/panel/record/kind";

export const templateSchema = z.object({
  name: requiredText(REPLY_TEMPLATE_INPUT_NAME),
  text: requiredText(REPLY_TEMPLATE_INPUT_TEXT).superRefine((text, context) => {
    const message = unknownProblem(text);
    if (message) context.addIssue({ code: "custom", message });
  }),
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

/** The placeholders of a template, what replaces each, and what a contact lacks that can't fill it. */
export const PLACEHOLDERS = [
  ["{nome}", "primeiro nome do contato", "nome"],
  ["{empresa}", "empresa do contato", "empresa"],
  ["{serviço}", "serviço de interesse", "serviço de interesse"],
  ["{responsável}", "quem é responsável pelo contato", "responsável"],
] as const;

/** A placeholder, or what looks like one, such as `{cidade}`. */
const PLACEHOLDER = /\{(\p{L}{2,20})\}/gu;

/** Returns the placeholder of a name that may be written with other letter case or without accents: `{servico}`. */
function knownOf(found: string): string | undefined {
  return PLACEHOLDERS.map(([known]) => known).find((known) => fold(known) === fold(found));
}

const placeholdersOf = (text: string) => [...new Set(text.match(PLACEHOLDER))];

/** Returns the value of each placeholder for a contact; empty without one. */
function valuesFor({ name, company, message }: Contact, assignee: string): Readonly<Record<string, string>> {
  return {
    "{nome}": addressedName(name),
    "{empresa}": company,
    "{serviço}": splitMessage(message).service ?? "",
    "{responsável}": assignee,
  } satisfies Record<(typeof PLACEHOLDERS)[number][0], string>;
}

/** Replaces the placeholders of a text. Those without a value remain, so that their absence is visible. */
export function fillTemplate(text: string, contact: Contact, assignee: string): string {
  const values = valuesFor(contact, assignee);
  return text.replace(PLACEHOLDER, (found) => values[knownOf(found) ?? ""] || found);
}

/** Says which placeholders of a text are replaced when it is sent, and by what: 'Ao enviar, {nome} vira “Ana”.' */
export function describeFilling(text: string, contact: Contact, assignee: string): string | undefined {
  const parts = placeholdersOf(text).flatMap((found) => {
    const filled = fillTemplate(found, contact, assignee);
    return filled === found ? [] : [`${found} vira “${filled}”`];
  });
  return parts.length > 0 ? `Ao enviar, ${listed(parts)}.` : undefined;
}

/** Says which placeholders of a text aren't replaced. Returns undefined if all are. */
export function unknownProblem(text: string): string | undefined {
  const unknown = placeholdersOf(text).filter((found) => knownOf(found) === undefined);
  if (unknown.length === 0) return undefined;
  const known = either(PLACEHOLDERS.map(([placeholder]) => placeholder));
  const verb = unknown.length === 1 ? "não é um campo" : "não são campos";
  return `${listed(unknown)} ${verb}: troque por um texto, ou use ${known}.`;
}

/** Says why a filled text can't be sent: which placeholders are left. Returns undefined if none is. */
export function placeholderProblem(filled: string): string | undefined {
  const problem = unknownProblem(filled);
  if (problem) return problem;
  const left = placeholdersOf(filled);
  if (left.length === 0) return undefined;
  const missing = PLACEHOLDERS.filter(([known]) => left.some((found) => knownOf(found) === known));
  return `Este contato não tem ${missing.map(([, , noun]) => noun).join(" nem ")}: troque ${listed(left)} por um texto.`;
}

const listed = (parts: readonly string[]) => new Intl.ListFormat("pt-BR").format(parts);
const either = (names: readonly string[]) =>
  new Intl.ListFormat("pt-BR", { type: "disjunction" }).format(names);

/** Throws an error of the field `text`, like the server's, if a filled text has placeholders. */
export function refusePlaceholders(filled: string): void {
  const reason = placeholderProblem(filled);
  if (reason) throw new ApiError(0, "invalid_fields", reason, { fields: { text: reason } });
}
