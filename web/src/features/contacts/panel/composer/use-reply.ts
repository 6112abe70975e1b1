/** Sending a reply, and canceling it before it is sent. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { ApiError, messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import { readSession } from "@/api/session";
import type { Contact, Timeline, TimelineEntry } from "@/api/types";
import { useAssigneeName } from "@/features/contacts/panel/assignee";
import { MUTATION_KEY, refresh } from "@/features/contacts/panel/changes";
import { contactKeys, contactTimeline } from "@/features/contacts/panel/queries";
import { fillTemplate, refusePlaceholders } from "@/features/contacts/panel/templates/record";
import {
  type CanceledReply,
  type ComposerRequest,
  useTriage,
} from "@/features/contacts/panel/triage/triage-state";
import { notify } from "@/lib/notify";
import { isBareGreeting, refuseBareGreeting } from "@/panel/greeting";
import { notifyFailure } from "@/panel/notify-failure";
import { readPreferences } from "@/panel/preferences";
import {
  hasReplyDraft,
  readReplyDraft,
  removeReplyDraft,
  type ReplyDraft,
  restoreReplyDraft,
  writeReplyDraft,
} from "./reply-draft";

export function useReply(contact: Contact) {
  const { id, name } = contact;
  const cache = useQueryClient();
  const assignee = useAssigneeName(contact);
  const { cancelReply } = useTriage();
  const { data: timeline } = useQuery(contactTimeline(id));
  // Time of the newest entry that was known when the form opened; empty without entries. The server refuses a reply if the
  // contact has a later one.
  const [seen_until, setSeenUntil] = useState<string>();
  if (timeline && seen_until === undefined) setSeenUntil(newestOf(timeline));
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: async ({ subject, text: written, cc, key, attachments }: ReplyDraft) => {
      refuseBareGreeting(written, name, readPreferences().signature);
      // Placeholders may be typed, too.
      const text = fillTemplate(written, contact, assignee);
      refusePlaceholders(text);
      return body(
        api.POST("/api/contacts/{id}/replies", {
          params: { path: { id }, header: { "Idempotency-Key": key } },
          body: {
            subject,
            text,
            cc,
            attachments: attachments.map(({ id }) => id),
            ...(seen_until && { seen_until }),
          },
        }),
      );
    },
    onSuccess: (reply, sent) => {
      // The draft is another one if the user has opened the contact again and continued to write.
      if (readReplyDraft(id)?.key === sent.key) removeReplyDraft(id);
      const undo = () => cancelReply({ ...reply, name });
      if (timeline?.can_send_mail === false) {
        const waits = contact.promise ? ", e o contato continua esperando" : "";
        const text = `O envio de e-mail ainda não está configurado. Ela não foi enviada${waits}.`;
        notify.undoable(reply.id, "Resposta na fila de envio", text, undo);
      } else {
        const text = `Para ${name}. Você tem 10 segundos para desfazer.`;
        notify.undoable(reply.id, "Enviando a resposta", text, undo);
      }
      // The next reply to this contact is written after this one, which the cached timeline lacks.
      setSeenUntil(reply.created_at);
    },
    onError: async (error, refused) => {
      // Another tab of the user removes the draft when it sends its own reply. A stored draft may be newer than this one.
      const isBare = isBareGreeting(refused.text, name, readPreferences().signature);
      if (!isBare && !hasReplyDraft(id)) writeReplyDraft(id, refused);
      let message = messageOf(error);
      if (error instanceof ApiError && error.code === "replied_meanwhile") {
        // The user can reply after seeing the new timeline. If fetching it fails, the next attempt is refused again.
        const current = await cache.query({ ...contactTimeline(id), staleTime: 0 }).catch(() => undefined);
        if (current) setSeenUntil(newestOf(current));
        if (current && isAllOwn(repliesSince(current, seen_until))) message = REPLIED_MYSELF;
      }
      notifyFailure("Erro ao enviar resposta", error, message);
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: contactKeys.record(id) });
      refresh(cache);
    },
  });
}

const REPLIED_MYSELF =
  "Você já respondeu a este contato em outra janela. Leia a resposta na linha do tempo; para mandar também esta, envie de novo.";

/** Returns the time of the newest entry; empty without entries. */
const newestOf = ({ entries }: Timeline) => entries[0]?.at ?? "";

const repliesSince = ({ entries }: Timeline, seen_until = "") =>
  entries.filter(({ kind, at }) => kind === "reply" && at > seen_until);

/** Returns whether the user has written all of these replies. */
function isAllOwn(replies: readonly TimelineEntry[]): boolean {
  const user = readSession()?.user;
  return replies.length > 0 && replies.every(({ author }) => author === user?.full_name);
}

/** Returns the mutation that cancels a reply. Its text goes back to the composer, which `compose` shows. */
export function useCancelReply(compose: (request: ComposerRequest) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: ({ id }: CanceledReply) =>
      body(api.DELETE("/api/contacts/replies/{id}", { params: { path: { id } } })),
    onSuccess: ({ id, contact_id, subject, text, cc, attachments }, { name }) => {
      const files = attachments.map(({ id, name, bytes }) => ({ id, name, bytes }));
      const reply = { subject, text, cc, attachments: files };
      restoreReplyDraft({ id: contact_id, name }, reply, readPreferences().signature);
      const returned = files.length > 0 ? "O texto e os anexos voltaram" : "O texto voltou";
      notify.undone(id, "Envio desfeito", `${returned} para a resposta.`);
      compose({ id: contact_id, mode: "email", isRestored: true });
    },
    onError: (error) => notifyFailure("Erro ao desfazer o envio", error),
    onSettled: (_, __, { contact_id }) => {
      void cache.invalidateQueries({ queryKey: contactKeys.record(contact_id) });
      refresh(cache);
    },
  });
}

/** Returns the mutation that sends a reply that was not delivered again, to the contact's present address. */
export function useRetryReply() {
  const cache = useQueryClient();
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: async ({ id, contact_id, email }: { id: string; contact_id: string; email?: string }) => {
      if (email !== undefined) {
        await body(api.PUT("/api/contacts/{id}", { params: { path: { id: contact_id } }, body: { email } }));
      }
      return body(api.POST("/api/contacts/replies/{id}/retry", { params: { path: { id } } }));
    },
    onSuccess: () => notify.success("Enviando a resposta de novo"),
    onError: (error) => {
      if (!(error instanceof ApiError && error.fields["email"]))
        notifyFailure("Erro ao enviar resposta", error);
    },
    onSettled: (_, __, { contact_id }) => {
      void cache.invalidateQueries({ queryKey: contactKeys.record(contact_id) });
      refresh(cache);
    },
  });
}
