/**
 * The form for a reply by email, which the outbox sends. The contact becomes `replied` when the mail server accepts the
 * reply.
 */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

import { ApiError } from "@/api/api-error";
import { api, body } from "@/api/client";
import { REPLY_INPUT_SUBJECT, REPLY_INPUT_TEXT } from "@/api/limits";
import type { Contact, Timeline } from "@/api/types";
import { MUTATION_KEY, refresh } from "@/features/contacts/panel/changes";
import { contactKeys, contactTimeline } from "@/features/contacts/panel/queries";
import { newKey } from "@/lib/new-key";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { Field, TextArea } from "@/panel/form/field";
import { submitByKey } from "@/panel/form/submit-by-key";
import { refuseBareGreeting, replyStart } from "@/panel/greeting";
import { notifyFailure } from "@/panel/notify-failure";
import { readReplyDraft, removeReplyDraft, type ReplyDraft, writeReplyDraft } from "./reply-draft";

interface ReplyFormProps {
  contact: Contact;
  /** The dialog's footer, into which the form renders its buttons, so that they stay visible below a long reply. */
  footer: HTMLElement | null;
  onClose: () => void;
}

/** The subject of the sender's receipt with `Re:`, so that mail programs show both in one conversation. */
const SUBJECT = "Re: Recebemos a sua mensagem";

export function ReplyForm({ contact, footer, onClose }: ReplyFormProps) {
  const { id, email } = contact;
  const { draft, change } = useReplyDraft(contact);
  const send = useReply(contact, onClose);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const text = form.current?.querySelector("textarea");
    text?.focus();
    text?.setSelectionRange(text.value.length, text.value.length);
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const discard = () => {
    removeReplyDraft(id);
    onClose();
  };
  const formId = `reply-${id}`;
  const errorOf = (name: string) => (send.error instanceof ApiError ? send.error.fields[name] : undefined);
  return (
    <form
      ref={form}
      id={formId}
      aria-label="Responder por e-mail"
      className="border-line mt-5 grid gap-4 rounded-lg border p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!send.isPending) send.mutate(draft);
      }}
    >
      <p className="text-muted text-sm">
        Para <span className="text-ink wrap-anywhere">{email}</span>. A mensagem recebida vai junto, citada no
        fim.
      </p>
      <Field
        label="Assunto"
        value={draft.subject}
        maxLength={REPLY_INPUT_SUBJECT}
        readOnly={send.isPending}
        error={errorOf("subject")}
        onChange={({ target }) => change({ subject: target.value })}
        onKeyDown={submitByKey}
      />
      <TextArea
        label="Resposta"
        rows={8}
        value={draft.text}
        maxLength={REPLY_INPUT_TEXT}
        readOnly={send.isPending}
        error={errorOf("text")}
        onChange={({ target }) => change({ text: target.value })}
        onKeyDown={submitByKey}
      />
      {footer &&
        createPortal(<Buttons form={formId} isSending={send.isPending} onDiscard={discard} />, footer)}
    </form>
  );
}

/** Returns the draft of the reply, and a function that changes it and stores it in the browser. */
function useReplyDraft(contact: Contact) {
  const [draft, setDraft] = useState<ReplyDraft>(
    () => readReplyDraft(contact.id) ?? { subject: SUBJECT, text: replyStart(contact.name), key: newKey() },
  );
  const change = (part: Partial<ReplyDraft>) => {
    // A changed reply needs a new key: the server sends nothing for a key that it knows.
    const changed = { ...draft, key: newKey(), ...part };
    setDraft(changed);
    writeReplyDraft(contact.id, changed);
  };
  return { draft, change };
}

interface ButtonsProps {
  /** Id of the form. */
  form: string;
  isSending: boolean;
  onDiscard: () => void;
}

function Buttons({ form, isSending, onDiscard }: ButtonsProps) {
  return (
    <div className="flex items-center justify-end gap-2">
      <span className="text-muted mr-auto text-xs max-sm:hidden">Ctrl Enter envia</span>
      <Button variant="ghost" onClick={onDiscard}>
        Descartar
      </Button>
      <Button type="submit" form={form} variant="primary" busy={isSending}>
        {!isSending && <Send aria-hidden />}
        {isSending ? "Enviando..." : "Enviar resposta"}
      </Button>
    </div>
  );
}

function useReply({ id, name }: Contact, onSent: () => void) {
  const cache = useQueryClient();
  const { data: timeline } = useQuery(contactTimeline(id));
  // The timeline at the time the form opened. The server refuses a reply if a colleague has replied since then.
  const [seen, setSeen] = useState<Timeline>();
  if (timeline && !seen) setSeen(timeline);
  const seen_until = seen?.entries[0]?.at;
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: async ({ subject, text, key }: ReplyDraft) => {
      refuseBareGreeting(text, name);
      return body(
        api.POST("/api/contacts/{id}/replies", {
          params: { path: { id }, header: { "Idempotency-Key": key } },
          body: { subject, text, ...(seen_until && { seen_until }) },
        }),
      );
    },
    onSuccess: () => {
      removeReplyDraft(id);
      notify.success(
        "Resposta na fila de envio",
        timeline?.can_send_mail === false
          ? "Nenhum servidor de e-mail está configurado: ela ainda não foi enviada, e o contato continua esperando."
          : "O contato fica como Respondido quando o servidor de e-mail a aceitar.",
      );
      onSent();
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.code === "replied_meanwhile") {
        // The user can reply after seeing the new timeline. If fetching it fails, the next attempt is refused again.
        await cache.query({ ...contactTimeline(id), staleTime: 0 }).then(setSeen, () => undefined);
      }
      notifyFailure("Erro ao enviar resposta", error);
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: contactKeys.record(id) });
      refresh(cache);
    },
  });
}
