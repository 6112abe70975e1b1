/**
 * The form for a reply by email, which the outbox sends. The contact becomes `replied` when the mail server accepts the
 * reply.
 */
import { Send } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";

import { ApiError } from "@/api/api-error";
import { api, body } from "@/api/client";
import { REPLY_INPUT_SUBJECT, REPLY_INPUT_TEXT } from "@/api/limits";
import type { Contact } from "@/api/types";
import { newKey } from "@/lib/new-key";
import { notify } from "@/lib/notify";
import { AttachButton, AttachmentList } from "@/panel/attachments/attachments-field";
import { type Attached, DOCUMENTS } from "@/panel/attachments/file-rules";
import { useAttachments } from "@/panel/attachments/use-attachments";
import { Button } from "@/panel/controls/button";
import { COMMAND } from "@/panel/controls/kbd";
import { Field, TextArea } from "@/panel/form/field";
import { isBareGreeting, replyStart } from "@/panel/greeting";
import { readReplyDraft, removeReplyDraft, type ReplyDraft, writeReplyDraft } from "./reply-draft";
import { useReply } from "./use-reply";

interface ReplyFormProps {
  contact: Contact;
  /** Opens the next contact of the list; undefined if there is none. */
  onNext: (() => void) | undefined;
  onSent: () => void;
}

/** The subject of the sender's receipt with `Re:`, so that mail programs show both in one conversation. */
const SUBJECT = "Re: Recebemos a sua mensagem";

const STILL_UPLOADING = "Espere os anexos terminarem de subir.";
const NOT_UPLOADED = "Um anexo não subiu. Remova-o ou anexe outro arquivo.";

export function ReplyForm({ contact, onNext, onSent }: ReplyFormProps) {
  const { draft, change, reset } = useReplyDraft(contact);
  const opensNext = useRef(false);
  const attachments = useReplyAttachments(contact.id, draft.attachments, (attachments) =>
    change({ attachments }),
  );
  const send = useReply(contact, () => {
    reset();
    onSent();
    if (opensNext.current) onNext?.();
  });
  const submit = (next: boolean) => {
    if (send.isPending) return;
    if (attachments.isUploading || attachments.hasFailed) {
      notify.error("Resposta não enviada", attachments.isUploading ? STILL_UPLOADING : NOT_UPLOADED);
      return;
    }
    opensNext.current = next;
    send.mutate(draft);
  };
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit(event.shiftKey && onNext !== undefined);
  };
  const errorOf = (name: string) => (send.error instanceof ApiError ? send.error.fields[name] : undefined);
  const isEdited =
    draft.attachments.length > 0 || draft.subject !== SUBJECT || !isBareGreeting(draft.text, contact.name);
  return (
    <form
      aria-label="Responder por e-mail"
      className="grid gap-2"
      {...attachments.formEvents}
      onSubmit={(event) => {
        event.preventDefault();
        submit(false);
      }}
    >
      <Field
        label="Assunto"
        isLabelHidden
        className="h-9"
        value={draft.subject}
        maxLength={REPLY_INPUT_SUBJECT}
        readOnly={send.isPending}
        error={errorOf("subject")}
        onChange={({ target }) => change({ subject: target.value })}
        onKeyDown={sendByKey}
      />
      <TextArea
        label="Resposta"
        isLabelHidden
        rows={3}
        className="max-h-[32dvh] overflow-y-auto"
        value={draft.text}
        maxLength={REPLY_INPUT_TEXT}
        readOnly={send.isPending}
        error={errorOf("text")}
        onChange={({ target }) => change({ text: target.value })}
        onKeyDown={sendByKey}
      />
      <AttachmentList
        attachments={attachments}
        error={errorOf("attachments")}
        errorOf={(index) => errorOf(`attachments.${index}`)}
        disabled={send.isPending}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <AttachButton attachments={attachments} disabled={send.isPending} />
        <span className="text-muted mr-auto hidden text-xs lg:inline">
          {COMMAND} Enter envia{onNext && `, ${COMMAND} Shift Enter abre o próximo`}
        </span>
        {isEdited && (
          <Button
            variant="ghost"
            onClick={() => {
              attachments.discard();
              reset();
            }}
          >
            Descartar
          </Button>
        )}
        {onNext && (
          <Button aria-disabled={send.isPending} onClick={() => submit(true)}>
            Enviar e abrir o próximo
          </Button>
        )}
        <Button type="submit" variant="primary" busy={send.isPending}>
          {!send.isPending && <Send aria-hidden />}
          {send.isPending ? "Enviando..." : "Enviar"}
        </Button>
      </div>
    </form>
  );
}

/** Returns the attachments of the reply, which the server stores for a day. */
function useReplyAttachments(
  contact_id: string,
  attached: Attached[],
  onChange: (attached: Attached[]) => void,
) {
  return useAttachments({
    path: `/api/contacts/${encodeURIComponent(contact_id)}/attachments`,
    rules: DOCUMENTS,
    attached,
    onChange,
    onDelete: (attachment_id) =>
      body(
        api.DELETE("/api/contacts/{id}/attachments/{attachment_id}", {
          params: { path: { id: contact_id, attachment_id } },
        }),
      ),
  });
}

/** Returns the draft of the reply, and functions that change it in the browser's storage, too. */
function useReplyDraft({ id, name }: Contact) {
  const start = (): ReplyDraft => ({
    subject: SUBJECT,
    text: replyStart(name),
    key: newKey(),
    attachments: [],
  });
  const [draft, setDraft] = useState<ReplyDraft>(() => readReplyDraft(id) ?? start());
  const change = (part: Partial<ReplyDraft>) => {
    // A changed reply needs a new key: the server sends nothing for a key that it knows.
    const changed = { ...draft, key: newKey(), ...part };
    setDraft(changed);
    writeReplyDraft(id, changed);
  };
  const reset = () => {
    removeReplyDraft(id);
    setDraft(start());
  };
  return { draft, change, reset };
}
