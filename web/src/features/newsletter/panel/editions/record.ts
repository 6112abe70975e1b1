/** Editions of the newsletter as staff list and edit them, and the calls to the server. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { z } from "zod";

import { api, body } from "@/api/client";
import { EDITION_LABELS, EDITION_STATE_LABELS } from "@/api/labels";
import { lastSaverOf } from "@/api/last-change";
import {
  EDITION_INPUT_BODY,
  EDITION_INPUT_PREHEADER,
  EDITION_INPUT_SLUG,
  EDITION_INPUT_SUBJECT,
} from "@/api/limits";
import type { Edition, EditionInput, EditionState } from "@/api/types";
import { idempotencyKey, ifMatch, versioned } from "@/api/versioned";
import { panelPaths } from "@/lib/paths";
import type { Tone } from "@/panel/controls/badge";
import { yesOrNo } from "@/panel/edit/record-fields";
import { requiredText, textUpTo } from "@/panel/form/text-schema";
import { formatCount } from "@/panel/format";
import { choice, defineList, text } from "@/panel/list/list-codec";
import { pageQuery } from "@/panel/list/use-records";
import { listKey, openedRecord, type StoredKind } from "@/panel/record/kind";

interface State {
  value: EditionState;
  label: string;
  plural: string;
  tone: Tone;
}

/** States of an edition, in the order of the tabs. */
export const STATES: readonly State[] = [
  { value: "draft", label: EDITION_STATE_LABELS.draft, plural: "Rascunhos", tone: "neutral" },
  { value: "scheduled", label: EDITION_STATE_LABELS.scheduled, plural: "Agendadas", tone: "info" },
  { value: "sending", label: EDITION_STATE_LABELS.sending, plural: "Enviando", tone: "warning" },
  { value: "sent", label: EDITION_STATE_LABELS.sent, plural: "Enviadas", tone: "success" },
  { value: "canceled", label: EDITION_STATE_LABELS.canceled, plural: "Canceladas", tone: "danger" },
];

/** Whether staff can still edit the edition. */
export const isEditable = ({ state }: Edition) => state === "draft" || state === "scheduled";

const INVALID_PACE = "Use um número de 10 a 100.000, ou deixe em branco.";

export const editionSchema = z.object({
  subject: requiredText(EDITION_INPUT_SUBJECT),
  preheader: textUpTo(EDITION_INPUT_PREHEADER),
  body: textUpTo(EDITION_INPUT_BODY),
  post_ids: z.array(z.string()),
  /** Slugs of interests; empty for all subscribers. */
  interests: z.array(z.string()),
  slug: textUpTo(EDITION_INPUT_SLUG),
  is_archived: z.boolean(),
  /** Maximum number of mails per hour; empty for no limit. */
  pace: z
    .string()
    .trim()
    .refine(
      (pace) => pace === "" || (/^\d+$/.test(pace) && Number(pace) >= 10 && Number(pace) <= 100_000),
      INVALID_PACE,
    ),
});
export type EditionFields = z.infer<typeof editionSchema>;

export const BLANK: EditionFields = {
  subject: "",
  preheader: "",
  body: "",
  post_ids: [],
  interests: [],
  slug: "",
  is_archived: true,
  pace: "",
};

/** Converts fields of the form to the server's input. */
export function inputOf({ pace, ...fields }: Partial<EditionFields>): EditionInput {
  return { ...fields, ...(pace !== undefined && { pace: pace === "" ? null : Number(pace) }) };
}

function textOf(fields: EditionFields, name: keyof EditionFields): string {
  if (name === "post_ids")
    return formatCount(fields.post_ids.length, "artigo escolhido", "artigos escolhidos");
  if (name === "interests") return fields.interests.join(", ") || "Todos";
  if (name === "is_archived") return yesOrNo(fields.is_archived);
  return fields[name];
}

export const EDITION: StoredKind<Edition, EditionFields> = {
  area: "newsletter",
  key: "editions",
  thisOne: "esta edição",
  messages: {
    loading: "Erro ao carregar edições",
    created: "Edição criada!",
    updated: "Edição atualizada!",
    deleted: "Edição removida!",
    restored: "Edição restaurada!",
    creating: "Erro ao criar edição",
    updating: "Erro ao atualizar edição",
    deleting: "Erro ao excluir edição",
    restoring: "Erro ao restaurar edição",
  },
  labels: EDITION_LABELS,
  fieldsOf: ({ subject, preheader, body, post_ids, interests, slug, is_archived, pace }) => ({
    subject,
    preheader,
    body,
    post_ids,
    interests,
    slug,
    is_archived,
    pace: pace === null ? "" : String(pace),
  }),
  textOf,
  keyOf: (fields, name) => (name === "post_ids" ? fields.post_ids.join(" ") : textOf(fields, name)),
  nameOf: ({ subject }) => subject,
  trash: (signal) => body(api.GET("/api/newsletter/editions/trash", { signal })),
  find: (id, signal) =>
    versioned(
      api.GET("/api/newsletter/editions/{id}", { params: { path: { id } }, ...(signal && { signal }) }),
    ),
  create: (fields, _, key) =>
    body(api.POST("/api/newsletter/editions", { params: idempotencyKey(key), body: inputOf(fields) })),
  update: (id, change, etag) =>
    versioned(
      api.PUT("/api/newsletter/editions/{id}", {
        params: { path: { id }, ...ifMatch(etag) },
        body: inputOf(change),
      }),
    ),
  lastSaver: lastSaverOf("edition"),
  remove: (id) => body(api.DELETE("/api/newsletter/editions/{id}", { params: { path: { id } } })),
  restore: (id) => body(api.POST("/api/newsletter/editions/{id}/restore", { params: { path: { id } } })),
};

export const EDITIONS = defineList(panelPaths.editions, {
  filters: { search: text() },
  view: { state: choice(STATES) },
});

export const editionPage = pageQuery({
  codec: EDITIONS,
  key: listKey(EDITION),
  meta: { errorTitle: EDITION.messages.loading },
  call: (query, signal) => api.GET("/api/newsletter/editions", { params: { query }, signal }),
});

const SENDING_INTERVAL_MS = 3000;
const SCHEDULED_INTERVAL_MS = 20_000;

/** The edition that a screen shows. It is fetched again at intervals while the server can change its state. */
export const shownEdition = (id: string) =>
  queryOptions({
    ...openedRecord(EDITION, id),
    refetchInterval: ({ state: { data } }) => {
      if (data?.value.state === "sending") return SENDING_INTERVAL_MS;
      return data?.value.state === "scheduled" ? SCHEDULED_INTERVAL_MS : false;
    },
  });

/** The results of an edition. The state is part of the key, so that they are fetched again when sending ends. */
export const editionResults = (edition: Edition) =>
  queryOptions({
    queryKey: ["newsletter", "editions", "results", edition.id, edition.state],
    queryFn: ({ signal }) =>
      body(
        api.GET("/api/newsletter/editions/{id}/results", { params: { path: { id: edition.id } }, signal }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: edition.state === "sending" ? SENDING_INTERVAL_MS : false,
  });

/** The number of subscribers who would receive a saved edition now. Counted again each time it is shown. */
export const editionRecipients = ({ id }: Edition) =>
  queryOptions({
    queryKey: ["newsletter", "editions", "recipients", id],
    queryFn: ({ signal }) =>
      body(api.GET("/api/newsletter/editions/{id}/recipients", { params: { path: { id } }, signal })),
    select: ({ count }) => count,
    gcTime: 0,
    staleTime: 0,
  });

/** The rendered mail of an edition with unsaved input. */
export const editionPreview = (input: EditionInput) =>
  queryOptions({
    queryKey: ["newsletter", "editions", "preview", input],
    queryFn: ({ signal }) => body(api.POST("/api/newsletter/editions/preview", { body: input, signal })),
    gcTime: 0,
    retry: false,
  });

/** Published posts that match a search, newest first. */
export const postChoices = (search: string) =>
  queryOptions({
    queryKey: ["newsletter", "editions", "posts", search],
    queryFn: ({ signal }) =>
      body(
        api.GET("/api/blog", {
          params: { query: { is_published: true, limit: 20, ...(search && { search }) } },
          signal,
        }),
      ),
    select: ({ posts }) => posts,
  });

/** One post, published or not. */
export const chosenPost = (id: string) =>
  queryOptions({
    queryKey: ["newsletter", "editions", "post", id],
    queryFn: ({ signal }) => body(api.GET("/api/blog/{id}", { params: { path: { id } }, signal })),
    retry: false,
  });
