/**
 * The form for a reply by email, which the outbox sends. The contact becomes `replied` when the mail server accepts the
 * reply.
 */
import { Eraser, Send, Signature } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";

import { ApiError } from "@/api/api-error";
import { api, body } from "@/api/client";
import { REPLY_INPUT_SUBJECT, REPLY_INPUT_TEXT } from "@/api/limits";
import type { Contact } from "@/api/types";
import { useAssigneeName } from "@/features/contacts/panel/assignee";
import { describeFilling } from "@/features/contacts/panel/templates/record";
import { useTriage } from "@/features/contacts/panel/triage/triage-state";
import { newKey } from "@/lib/new-key";
import { notify, UNDO_LABEL, UNDO_MS } from "@/lib/notify";
import { AttachButton, AttachmentList } from "@/panel/attachments/attachments-field";
import { type Attached, DOCUMENTS } from "@/panel/attachments/file-rules";
import { useAttachments } from "@/panel/attachments/use-attachments";
import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { COMMAND } from "@/panel/controls/kbd";
import { Field } from "@/panel/form/field";
import { isBareGreeting, replyStart } from "@/panel/greeting";
import { usePreferences } from "@/panel/preferences";
import { ComposerFields, ComposerText } from "./composer-text";
import { insertTemplate } from "./insert-template";
import {
  readReplyDraft,
  removeReplyDraft,
  type ReplyDraft,
  restoreReplyDraft,
  SUBJECT,
  writeReplyDraft,
} from "./reply-draft";
import { SignatureDialog } from "./signature-dialog";
import { TemplateMenu } from "./template-menu";
import { useReply } from "./use-reply";
import { useWriting } from "./use-writing";

interface ReplyFormProps {
  contact: Contact;
  /** Shown before the subject. */
  lead?: ReactNode;
  /** Opens the contact to answer next; undefined if there is none. */
  onNext: (() => void) | undefined;
  onSent: () => void;
}

/** Hides the labels of tools beside the list if they don't fit in one row with the buttons that send. On phones, there are two rows. */
const TOOL_LABEL = "lg:@max-[41.5rem]:sr-only";

/** Time between the end of the offer to undo and the deletion of discarded files. */
const DELETION_MARGIN_MS = 1_000;

const STILL_UPLOADING = "Espere os anexos terminarem de subir.";
const NOT_UPLOADED = "Um anexo não subiu. Remova-o ou anexe outro arquivo.";

export function ReplyForm({ contact, lead, onNext, onSent }: ReplyFormProps) {
  const { draft, isEdited, change, restart } = useReplyDraft(contact);
  const [hasCc, setHasCc] = useState(draft.cc !== "");
  const [isSigning, setSigning] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const cc = useRef<HTMLInputElement>(null);
  const signature = useSignature();
  const assignee = useAssigneeName(contact);
  const { compose } = useTriage();
  const isBare = isBareGreeting(draft.text, contact.name, signature);
  useWriting(contact.id, isEdited && !isBare);
  const send = useReply(contact);
  const attachments = useReplyAttachments(contact.id, draft.attachments, {
    onChange: (attachments) => change({ attachments }),
    disabled: send.isPending,
  });
  const submit = (next: boolean) => {
    if (send.isPending) return;
    if (attachments.isUploading || attachments.hasFailed) {
      notify.error("Resposta não enviada", attachments.isUploading ? STILL_UPLOADING : NOT_UPLOADED);
      return;
    }
    // Not called if the user has left the form meanwhile.
    send.mutate(draft, {
      onSuccess: () => {
        restart();
        setHasCc(false);
        onSent();
        if (next) onNext?.();
      },
      onError: (error) => error instanceof ApiError && error.fields["cc"] && cc.current?.focus(),
    });
  };
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit(event.shiftKey && onNext !== undefined);
  };
  const errorOf = (name: string) => {
    // An error is about what was sent. That of a file has the name of the field and the file's position.
    const field = name.split(".")[0] as keyof ReplyDraft;
    const isChanged = send.variables?.[field] !== draft[field];
    return send.error instanceof ApiError && !isChanged ? send.error.fields[name] : undefined;
  };
  const addCc = () => {
    flushSync(() => setHasCc(true));
    cc.current?.focus();
  };
  const discard = () => {
    attachments.cancelAll();
    removeReplyDraft(contact.id);
    restart();
    setHasCc(false);
    area.current?.focus();
    // The files remain on the server for as long as the user can undo.
    const timer = setTimeout(() => attachments.deleteAll(draft.attachments), UNDO_MS + DELETION_MARGIN_MS);
    notify.success("Resposta descartada", contact.name, {
      label: UNDO_LABEL,
      run: () => {
        clearTimeout(timer);
        restoreReplyDraft(contact, draft, signature);
        compose({ id: contact.id, mode: "email", isRestored: true });
      },
    });
  };
  const insert = (template: string) => {
    const { text, position } = isBare
      ? { text: signature ? `${template}\n\n${signature}` : template, position: template.length }
      : insertTemplate(draft.text, area.current, template);
    flushSync(() => change({ text }));
    area.current?.focus();
    area.current?.setSelectionRange(position, position);
  };
  return (
    <>
      <form
        aria-label="Responder por e-mail"
        className="flex min-h-0 flex-col gap-2"
        {...attachments.formEvents}
        onSubmit={(event) => {
          event.preventDefault();
          submit(false);
        }}
      >
        <ComposerFields>
          <div className="flex items-start gap-2">
            {lead}
            <div className="min-w-0 grow">
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
            </div>
            {!hasCc && (
              <Button variant="ghost" className="px-2.5" aria-label="Cc: adicionar cópia" onClick={addCc}>
                Cc
              </Button>
            )}
          </div>
          {hasCc && (
            <Field
              ref={cc}
              label="Com cópia (Cc)"
              className="h-9"
              type="text"
              inputMode="email"
              autoComplete="off"
              value={draft.cc}
              readOnly={send.isPending}
              hint="Até cinco endereços, separados por vírgula."
              error={errorOf("cc")}
              onChange={({ target }) => change({ cc: target.value })}
              onKeyDown={sendByKey}
            />
          )}
          <ComposerText
            ref={area}
            label="Resposta"
            value={draft.text}
            maxLength={REPLY_INPUT_TEXT}
            readOnly={send.isPending}
            hint={describeFilling(draft.text, contact, assignee)}
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
        </ComposerFields>
        <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1.5">
          {/* With an on-screen keyboard, only the text and the buttons that send it fit. */}
          <div className="flex items-center gap-1 [@media(height<32rem)]:hidden">
            <TemplateMenu contact={contact} busy={send.isPending} onChoose={insert} />
            <AttachButton
              attachments={attachments}
              disabled={send.isPending}
              size="sm"
              labelClassName={TOOL_LABEL}
            />
            <Button
              size="sm"
              variant="ghost"
              icon={Signature}
              title="Assinatura"
              onClick={() => setSigning(true)}
            >
              <span className={TOOL_LABEL}>Assinatura</span>
            </Button>
          </div>
          <div className="flex grow items-center justify-end gap-2">
            <Button
              size="sm"
              variant="ghost"
              icon={Eraser}
              aria-label="Descartar a resposta"
              aria-disabled={send.isPending}
              title="Descartar a resposta"
              // Apart from the tools. Invisible instead of missing, so that no other button moves with the first letter.
              className={cn("@max-lines:mr-auto", !isEdited && "invisible")}
              onClick={discard}
            >
              <span className="@max-[52rem]:sr-only">Descartar</span>
            </Button>
            {onNext && (
              <Button
                aria-disabled={send.isPending}
                className="max-lg:h-11"
                title={`Enviar e abrir o próximo (${COMMAND} Shift Enter)`}
                onClick={() => submit(true)}
              >
                Enviar e próximo
              </Button>
            )}
            <Button
              type="submit"
              variant="primary"
              className="max-lg:h-11"
              busy={send.isPending}
              title={`${COMMAND} Enter`}
            >
              {!send.isPending && <Send aria-hidden />}
              {send.isPending ? "Enviando..." : "Enviar"}
            </Button>
          </div>
        </div>
      </form>
      {/* Outside of the form, so that files pasted into the dialog aren't attached to the reply. */}
      {isSigning && <SignatureDialog onClose={() => setSigning(false)} />}
    </>
  );
}

/** Returns the attachments of the reply, which the server stores for a day. */
function useReplyAttachments(
  contact_id: string,
  attached: Attached[],
  options: { onChange: (attached: Attached[]) => void; disabled: boolean },
) {
  return useAttachments({
    path: `/api/contacts/${encodeURIComponent(contact_id)}/attachments`,
    rules: DOCUMENTS,
    attached,
    ...options,
    onDelete: (attachment_id) =>
      body(
        api.DELETE("/api/contacts/{id}/attachments/{attachment_id}", {
          params: { path: { id: contact_id, attachment_id } },
        }),
      ),
  });
}

/**
 * Returns the draft of the reply, the function that changes it, in the browser's storage, too, and the one that starts the next reply
 * after this one was sent or discarded.
 */
function useReplyDraft({ id, name }: Contact) {
  const signature = useSignature();
  const [stored, setStored] = useState(() => readReplyDraft(id));
  const [startKey, setStartKey] = useState(newKey);
  const start = {
    subject: SUBJECT,
    text: replyStart(name, signature),
    cc: "",
    key: startKey,
    attachments: [],
  };
  const draft: ReplyDraft = stored ?? start;
  const change = (part: Partial<ReplyDraft>) => {
    // A changed reply needs a new key: the server sends nothing for a key that it knows.
    const changed = { ...draft, key: newKey(), ...part };
    setStored(changed);
    writeReplyDraft(id, changed);
  };
  const restart = () => {
    setStored(null);
    setStartKey(newKey());
  };
  const isEdited =
    draft.subject !== SUBJECT || draft.text !== start.text || draft.cc !== "" || draft.attachments.length > 0;
  return { draft, isEdited, change, restart };
}

const useSignature = () => usePreferences()?.signature ?? "";
