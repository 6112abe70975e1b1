/** Queries of the mail servers, and the calls that save, test and turn them off. */
import { type QueryClient, queryOptions, useMutation } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { Provider } from "@/api/types";
import { ifMatch } from "@/api/versioned";
import { notify } from "@/lib/notify";
import { type Edit, savedText, saveRecord } from "@/panel/edit/versioned-record";
import { useChange } from "@/panel/use-change";
import {
  findIncoming,
  findOutgoing,
  INCOMING_RECORD,
  type IncomingFields,
  type IncomingRecord,
  OUTGOING_RECORD,
  type OutgoingFields,
  type OutgoingRecord,
  trialBody,
} from "./record";

const KEY = ["mail-servers"];

/** Interval at which the state of the mailbox is fetched again. */
const REFRESH_MS = 15_000;

export const outgoingMail = queryOptions({
  queryKey: [...KEY, "outgoing"],
  queryFn: ({ signal }) => findOutgoing(signal),
});

export const incomingMail = queryOptions({
  queryKey: [...KEY, "incoming"],
  queryFn: ({ signal }) => findIncoming(signal),
  refetchInterval: REFRESH_MS,
});

export const mailProviders = queryOptions({
  queryKey: [...KEY, "providers"],
  queryFn: ({ signal }): Promise<Provider[]> => body(api.GET("/api/mail/providers", { signal })),
  staleTime: Infinity,
});

export interface DomainSubject {
  from_email: string;
  host: string;
  dkim_selector: string;
}

export const domainCheck = (query: DomainSubject) =>
  queryOptions({
    queryKey: [...KEY, "domain", query],
    queryFn: ({ signal }) => body(api.GET("/api/mail/domain", { params: { query }, signal })),
    staleTime: Infinity,
    retry: false,
  });

/** Also the outbox, whose messages are sent or wait from now on. */
const refresh = (cache: QueryClient) =>
  Promise.all([
    cache.invalidateQueries({ queryKey: KEY, refetchType: "active" }),
    cache.invalidateQueries({ queryKey: ["outbox"] }),
  ]);

const SAVED = "O site já usa as novas configurações.";

export const useSaveOutgoing = () =>
  useChange("Erro ao salvar o envio", refresh, {
    mutationFn: (edit: Edit<OutgoingRecord, OutgoingFields>) => saveRecord(OUTGOING_RECORD, edit),
    onSuccess: (outcome) => {
      if (outcome.status === "saved")
        notify.success("Envio configurado!", savedText(outcome.isMerged, SAVED));
    },
  });

export const useSaveIncoming = () =>
  useChange("Erro ao salvar o recebimento", refresh, {
    mutationFn: (edit: Edit<IncomingRecord, IncomingFields>) => saveRecord(INCOMING_RECORD, edit),
    onSuccess: (outcome) => {
      if (outcome.status === "saved")
        notify.success("Recebimento configurado!", savedText(outcome.isMerged, SAVED));
    },
  });

export const useTurnOffOutgoing = () =>
  useChange("Erro ao desligar o envio", refresh, {
    mutationFn: (etag: string | null) => body(api.DELETE("/api/mail/outgoing", { params: ifMatch(etag) })),
    onSuccess: () => notify.success("Envio desligado", "Os e-mails esperam na fila."),
  });

export const useTurnOffIncoming = () =>
  useChange("Erro ao desligar o recebimento", refresh, {
    mutationFn: (etag: string | null) => body(api.DELETE("/api/mail/incoming", { params: ifMatch(etag) })),
    onSuccess: () => notify.success("Recebimento desligado"),
  });

export const useTestOutgoing = () =>
  useMutation({
    mutationFn: (fields: OutgoingFields) =>
      body(api.POST("/api/mail/outgoing/test", { body: trialBody(fields) })),
  });

export const useTestIncoming = () =>
  useMutation({
    mutationFn: (fields: IncomingFields) =>
      body(api.POST("/api/mail/incoming/test", { body: trialBody(fields) })),
  });
