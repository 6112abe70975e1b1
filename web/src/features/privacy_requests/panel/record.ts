/** Privacy requests as administrators list and edit them, and the calls to the server. */
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

import { api, body } from "@/api/client";
import { PRIVACY_REQUEST_KIND_LABELS, PRIVACY_REQUEST_STATE_LABELS } from "@/api/labels";
import { PRIVACY_REQUEST_CHANGE_NOTE, PRIVACY_REQUEST_CHANGE_REASON } from "@/api/limits";
import type { PrivacyReply, PrivacyRequest, PrivacyRequestStage, PrivacyRequestState } from "@/api/types";
import { ifMatch, versioned } from "@/api/versioned";
import { panelPaths } from "@/lib/paths";
import type { Tone } from "@/panel/controls/badge";
import type { RecordKind } from "@/panel/edit/record-fields";
import type { OwnChange } from "@/panel/edit/use-record-form";
import { textUpTo } from "@/panel/form/text-schema";
import { formatCount, formatDay } from "@/panel/format";
import { choice, defineList, text } from "@/panel/list/list-codec";
import { pageQuery } from "@/panel/list/use-records";

export const STATES: readonly { value: PrivacyRequestState; label: string; tone: Tone }[] = [
  { value: "unconfirmed", label: PRIVACY_REQUEST_STATE_LABELS.unconfirmed, tone: "neutral" },
  { value: "open", label: PRIVACY_REQUEST_STATE_LABELS.open, tone: "info" },
  { value: "in_progress", label: PRIVACY_REQUEST_STATE_LABELS.in_progress, tone: "warning" },
  { value: "done", label: PRIVACY_REQUEST_STATE_LABELS.done, tone: "success" },
  { value: "refused", label: PRIVACY_REQUEST_STATE_LABELS.refused, tone: "danger" },
];

export const STAGES: readonly { value: PrivacyRequestStage; label: string }[] = [
  { value: "open", label: "A responder" },
  { value: "unconfirmed", label: "Aguardando confirmação" },
  { value: "closed", label: "Encerrados" },
];

export const kindLabel = ({ kind }: PrivacyRequest) => PRIVACY_REQUEST_KIND_LABELS[kind];

export const deadlineOf = ({ due_on }: PrivacyRequest) => formatDay(due_on);

/** Describes the remaining time of a request, such as 'Faltam 3 dias'; null if the request doesn't wait for an answer. */
export function describeDeadline(request: PrivacyRequest): { text: string; tone: Tone } | null {
  const { days_left } = request;
  if (days_left === null) return null;
  if (days_left < 0) return { text: `Atrasado ${formatCount(-days_left, "dia", "dias")}`, tone: "danger" };
  if (days_left === 0) return { text: "Vence hoje", tone: "danger" };
  const left = `${days_left === 1 ? "Falta" : "Faltam"} ${formatCount(days_left, "dia", "dias")}`;
  return { text: left, tone: days_left <= 3 ? "warning" : "neutral" };
}

/** Explains what an administrator can do on the screen of the person, and what comes first. */
export function personHint({ state, kind, closed_at }: PrivacyRequest): string {
  if (state === "unconfirmed")
    return "Ali você exporta ou apaga os dados. Antes, confira de outro modo que o pedido é da pessoa: o e-mail ainda não foi confirmado.";
  if (closed_at)
    return "Ali você exporta ou apaga os dados. Antes de apagar, espere a resposta sair: com os dados vai também o e-mail deste pedido.";
  if (kind === "deletion")
    return "Ali você exporta ou apaga os dados. Apagar conclui este pedido, e com os dados vai também o e-mail dele: para avisar a pessoa, responda antes e espere a resposta sair.";
  return "Ali você exporta os dados. Para apagá-los, responda antes e espere a resposta sair: com os dados vai também o e-mail deste pedido.";
}

export const progressSchema = z
  .object({
    state: z.enum(["unconfirmed", "open", "in_progress", "done", "refused"]),
    reason: textUpTo(PRIVACY_REQUEST_CHANGE_REASON),
    note: textUpTo(PRIVACY_REQUEST_CHANGE_NOTE),
  })
  .refine(({ state, reason }) => state !== "refused" || reason.trim() !== "", {
    path: ["reason"],
    message: "Escreva o motivo: a lei exige que a recusa seja justificada.",
  });
export type ProgressFields = z.infer<typeof progressSchema>;

export const PRIVACY_REQUEST: RecordKind<PrivacyRequest, ProgressFields> = {
  key: "privacy-request",
  thisOne: "este pedido",
  labels: { state: "Situação", reason: "Motivo da recusa", note: "Anotações internas" },
  fieldsOf: ({ state, reason, note }) => ({ state, reason, note }),
  textOf: (fields, name) =>
    name === "state" ? PRIVACY_REQUEST_STATE_LABELS[fields.state] : fields[name].trim(),
  find: (id, signal) =>
    versioned(api.GET("/api/privacy-requests/{id}", { params: { path: { id } }, ...(signal && { signal }) })),
  update: (id, change, etag) =>
    versioned(
      api.PUT("/api/privacy-requests/{id}", { params: { path: { id }, ...ifMatch(etag) }, body: change }),
    ),
  lastSaver: ({ updated_at }) => Promise.resolve({ saved_by: null, saved_at: updated_at }),
};

/**
 * What a reply changes in the form of the progress: the state. A refusal that isn't saved yet remains, because its reason is
 * part of the reply.
 */
export const AFTER_REPLY: Omit<OwnChange<PrivacyRequest, ProgressFields>, "saved"> = {
  fields: ["state"],
  settle: (typed, saved) => ({ ...typed, state: typed.state === "refused" ? typed.state : saved.state }),
};

/** Returns whether `state` closes a request without a reply that was or will be sent, although one can be sent. */
export function closesUnanswered(
  request: PrivacyRequest,
  state: PrivacyRequestState,
  replies: readonly Pick<PrivacyReply, "delivery">[] = [],
): boolean {
  const isClosing = (state === "done" || state === "refused") && request.closed_at === null;
  const canReply = request.email !== "" && request.state !== "unconfirmed";
  return isClosing && canReply && replies.every(({ delivery }) => delivery === "failed");
}

export const REQUESTS = defineList(panelPaths.privacyRequests, {
  filters: { search: text() },
  view: { stage: choice(STAGES, "open") },
  part: "stage",
});

export const requestKeys = {
  all: ["privacy-requests"],
  list: ["privacy-requests", "list"],
  record: (id: string) => ["privacy-requests", "record", id] as const,
  replies: (id: string) => ["privacy-requests", "replies", id] as const,
} as const;

export const requestList = pageQuery({
  codec: REQUESTS,
  key: requestKeys.list,
  meta: { errorTitle: "Erro ao carregar pedidos" },
  call: (query, signal) => api.GET("/api/privacy-requests", { params: { query }, signal }),
});

export const requestRecord = (id: string) =>
  queryOptions({
    queryKey: requestKeys.record(id),
    queryFn: ({ signal }) => PRIVACY_REQUEST.find(id, signal),
  });

/** Interval at which the replies are fetched again while one of them is queued. */
const DELIVERY_MS = 5_000;

export const requestReplies = (id: string) =>
  queryOptions({
    queryKey: requestKeys.replies(id),
    queryFn: ({ signal }) =>
      body(api.GET("/api/privacy-requests/{id}/replies", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) =>
      state.data?.some(({ delivery }) => delivery === "queued") ? DELIVERY_MS : false,
  });
