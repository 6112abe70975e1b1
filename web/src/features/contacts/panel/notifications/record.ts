/** What the user is notified of, and the calls to the server. */
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

import { api } from "@/api/client";
import type { NotificationChoice, NotificationPreferences, NotificationTiming } from "@/api/types";
import { ifMatch, type Versioned, versioned } from "@/api/versioned";
import { notify } from "@/lib/notify";
import { type RecordKind, recordOf } from "@/panel/edit/record-fields";
import { type Edit, savedText, saveRecord } from "@/panel/edit/versioned-record";
import { useChange } from "@/panel/use-change";

export const TIMINGS: readonly { value: NotificationTiming; label: string }[] = [
  { value: "at_once", label: "Na hora" },
  { value: "daily", label: "No resumo diário" },
  { value: "never", label: "Nunca" },
];

/** The events in their order on the screen. */
export const EVENTS = [
  {
    name: "new_contact",
    hint: "O e-mail da empresa sempre recebe um aviso de cada contato, seja qual for a sua escolha.",
  },
  { name: "assigned", hint: "Por um colega ou pela distribuição automática." },
  { name: "reply", hint: "A pessoa escreveu de novo por e-mail." },
  {
    name: "promise_ending",
    hint: "Já se passaram três quartos do tempo de resposta de um contato seu ou sem responsável.",
  },
  { name: "step_due", hint: "Chegou a hora de um passo seu." },
] as const;

const choice = z.object({
  timing: z.enum(["at_once", "daily", "never"]),
  email: z.boolean(),
  push: z.boolean(),
});
export const preferencesSchema = z.object({
  new_contact: choice,
  assigned: choice,
  reply: choice,
  promise_ending: choice,
  step_due: choice,
});

export type PreferencesRecord = NotificationPreferences & { id: "own" };

const withId = ({ value, etag }: Versioned<NotificationPreferences>): Versioned<PreferencesRecord> => ({
  value: { ...value, id: "own" },
  etag,
});

const find = async (signal?: AbortSignal) =>
  withId(await versioned(api.GET("/api/contacts/notifications", { ...(signal && { signal }) })));

const KEY = ["notification-preferences"];

export const notificationPreferences = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => find(signal),
});

function textOf({ timing, email, push }: NotificationChoice): string {
  const label = TIMINGS.find(({ value }) => value === timing)?.label ?? timing;
  const channels = [email && "e-mail", push && "aparelho"].filter(Boolean).join(" e ");
  return timing === "never" ? label : `${label}, ${channels || "sem canal"}`;
}

export const PREFERENCES: RecordKind<PreferencesRecord, NotificationPreferences> = {
  key: "notification-preferences",
  thisOne: "os avisos",
  labels: {
    new_contact: "Novo contato",
    assigned: "Atribuído a mim",
    reply: "Resposta em um contato meu",
    promise_ending: "Prazo perto do fim",
    step_due: "Próximo passo",
  },
  fieldsOf: ({ new_contact, assigned, reply, promise_ending, step_due }) => ({
    new_contact,
    assigned,
    reply,
    promise_ending,
    step_due,
  }),
  textOf: (fields, name) => textOf(fields[name]),
  keyOf: (fields, name) => JSON.stringify(fields[name]),
  find: (_, signal) => find(signal),
  update: async (_, change, etag) =>
    withId(await versioned(api.PUT("/api/contacts/notifications", { params: ifMatch(etag), body: change }))),
  lastSaver: () => Promise.resolve(undefined),
};

export const useSavePreferences = () =>
  useChange("Erro ao salvar os avisos", (cache) => cache.invalidateQueries({ queryKey: KEY }), {
    mutationFn: (edit: Edit<PreferencesRecord, NotificationPreferences>) =>
      saveRecord(recordOf(PREFERENCES), edit),
    onSuccess: (outcome) => {
      if (outcome.status === "saved") notify.success("Avisos salvos!", savedText(outcome.isMerged));
    },
  });
