/** The replies to a request, and the form that sends another one by email. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";

import { ApiError } from "@/api/api-error";
import { api, body } from "@/api/client";
import { PRIVACY_REPLY_INPUT_TEXT } from "@/api/limits";
import type { MailState, PrivacyRequest } from "@/api/types";
import { ifMatch, type Versioned } from "@/api/versioned";
import { notify } from "@/lib/notify";
import { AttachButton, AttachmentList } from "@/panel/attachments/attachments-field";
import { Downloads } from "@/panel/attachments/downloads";
import { type Attached, DOCUMENTS_AND_DATA, readAttached } from "@/panel/attachments/file-rules";
import { useAttachments } from "@/panel/attachments/use-attachments";
import { Badge, type Tone } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { Switch } from "@/panel/controls/switch";
import { readLocalDraft, removeLocalDraft, writeLocalDraft } from "@/panel/edit/local-draft";
import { useTextDraft } from "@/panel/edit/text-draft";
import { TextArea } from "@/panel/form/field";
import { useUnsavedChanges } from "@/panel/form/unsaved-changes";
import { formatDateTime } from "@/panel/format";
import { isBareGreeting, refuseBareGreeting, replyStart } from "@/panel/greeting";
import { useChange } from "@/panel/use-change";
import { requestKeys, requestRecord, requestReplies } from "./record";

const REPLY_FIELD = "privacy-reply";

/** Shows the field with the text of a reply and moves the focus there. */
export function focusReply(): void {
  const field = document.querySelector<HTMLTextAreaElement>(`#${REPLY_FIELD}`);
  field?.focus({ preventScroll: true });
  field?.setSelectionRange(field.value.length, field.value.length);
  field?.scrollIntoView({ block: "center" });
}

const DELIVERY: Record<MailState, { label: string; tone: Tone }> = {
  queued: { label: "Na fila de envio", tone: "warning" },
  sent: { label: "Enviada", tone: "success" },
  failed: { label: "Não entregue", tone: "danger" },
};

interface RepliesProps {
  record: Versioned<PrivacyRequest>;
  /** Called with the request after a reply has changed its state. */
  onReplied: (saved: Versioned<PrivacyRequest>) => void;
}

export function Replies({ record, onReplied }: RepliesProps) {
  const request = record.value;
  const { data: replies = [] } = useQuery(requestReplies(request.id));
  return (
    <section aria-labelledby="respostas" className="border-line grid gap-4 border-t pt-5">
      <h3 id="respostas" className="text-base font-semibold">
        Respostas
      </h3>
      {replies.map(({ id, text, created_at, delivery, attachments }) => (
        <article key={id} className="border-line rounded-lg border p-4 text-sm">
          <p className="text-muted flex flex-wrap items-center gap-2 text-xs">
            <time dateTime={created_at}>{formatDateTime(created_at)}</time>
            <Badge tone={DELIVERY[delivery].tone}>{DELIVERY[delivery].label}</Badge>
          </p>
          <p className="mt-2 leading-6 wrap-break-word whitespace-pre-wrap">
            {text || <span className="text-muted">Texto apagado com os dados da pessoa</span>}
          </p>
          {attachments.length > 0 && (
            <div className="mt-3">
              <Downloads files={attachments} read={(file) => readFile(request.id, file)} />
            </div>
          )}
        </article>
      ))}
      {request.email === "" ? (
        <p className="text-muted text-sm">
          Os dados da pessoa foram apagados, e com eles o e-mail para o qual responder.
        </p>
      ) : request.state === "unconfirmed" ? (
        <p className="text-muted text-sm text-pretty">
          Quem fez o pedido ainda não confirmou o e-mail, então não dá para responder. Se a identidade foi
          provada de outro modo, mude a situação para Aberto.
        </p>
      ) : (
        <ReplyForm record={record} onReplied={onReplied} />
      )}
    </section>
  );
}

function ReplyForm({ record, onReplied }: RepliesProps) {
  const { id, name, email, state } = record.value;
  const isOpen = state === "open" || state === "in_progress";
  const start = replyStart(name);
  const { draft, change, remove } = useTextDraft(`privacy-reply:${id}`, start);
  const { text, key } = draft;
  const [attached, setAttached] = useStoredFiles(id);
  const onSent = () => {
    change(start);
    setAttached([]);
  };
  const send = useReply(record, onSent, onReplied);
  const attachments = useReplyAttachments(id, attached, {
    onChange: (files) => {
      setAttached(files);
      // A changed reply needs a new key.
      change(text);
    },
    disabled: send.isPending,
  });
  const [isAnswer, setAnswer] = useState(isOpen);
  useUnsavedChanges(!isBareGreeting(text, name) || attachments.attached.length > 0, () => {
    remove();
    attachments.discard();
    setAttached([]);
  });
  const errorOf = (name: string) => (send.error instanceof ApiError ? send.error.fields[name] : undefined);
  const isReady = !attachments.isUploading && !attachments.hasFailed;
  return (
    <form
      aria-label="Responder por e-mail"
      className="grid gap-4"
      {...attachments.formEvents}
      onSubmit={(event) => {
        event.preventDefault();
        const ids = attachments.attached.map((file) => file.id);
        if (!isReady) notify.error("Resposta não enviada", "Um anexo ainda não subiu. Espere ou remova-o.");
        else if (!send.isPending) send.mutate({ text, is_answer: isAnswer && isOpen, key, attachments: ids });
      }}
    >
      <TextArea
        id={REPLY_FIELD}
        label="Responder por e-mail"
        hint={`Vai para ${email}, com o protocolo no assunto.`}
        rows={6}
        value={text}
        maxLength={PRIVACY_REPLY_INPUT_TEXT}
        readOnly={send.isPending}
        error={errorOf("text")}
        onChange={({ target }) => change(target.value)}
      />
      <AttachmentList
        attachments={attachments}
        error={errorOf("attachments")}
        errorOf={(index) => errorOf(`attachments.${index}`)}
        disabled={send.isPending}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <AttachButton attachments={attachments} disabled={send.isPending} />
        {isOpen && (
          <Switch
            label="Esta resposta conclui o pedido"
            checked={isAnswer}
            onChange={({ target }) => setAnswer(target.checked)}
          />
        )}
        <Button type="submit" variant="primary" className="ml-auto" busy={send.isPending}>
          {!send.isPending && <Send aria-hidden />}
          {send.isPending ? "Enviando..." : "Enviar resposta"}
        </Button>
      </div>
    </form>
  );
}

const readFile = async (id: string, attachment_id: string): Promise<Blob> =>
  body(
    api.GET("/api/privacy-requests/{id}/attachments/{attachment_id}", {
      params: { path: { id, attachment_id } },
      parseAs: "blob",
    }),
  );

/** Returns the files of the reply, which the browser remembers until it is sent or discarded, and the function that changes them. */
function useStoredFiles(id: string) {
  const draftName = `privacy-reply-files:${id}`;
  const [attached, setAttached] = useState(() => readAttached(readLocalDraft(draftName)?.["files"]));
  const change = (files: Attached[]) => {
    setAttached(files);
    if (files.length > 0) writeLocalDraft(draftName, { files });
    else removeLocalDraft(draftName);
  };
  return [attached, change] as const;
}

function useReplyAttachments(
  id: string,
  attached: Attached[],
  options: { onChange: (files: Attached[]) => void; disabled: boolean },
) {
  return useAttachments({
    path: `/api/privacy-requests/${encodeURIComponent(id)}/attachments`,
    rules: DOCUMENTS_AND_DATA,
    attached,
    ...options,
    onDelete: (attachment_id) =>
      body(
        api.DELETE("/api/privacy-requests/{id}/attachments/{attachment_id}", {
          params: { path: { id, attachment_id } },
        }),
      ),
  });
}

interface Reply {
  text: string;
  is_answer: boolean;
  key: string;
  attachments: string[];
}

function useReply(
  { value: { id, name }, etag }: Versioned<PrivacyRequest>,
  onSent: () => void,
  onReplied: RepliesProps["onReplied"],
) {
  const cache = useQueryClient();
  return useChange<Reply, unknown>(
    "Erro ao enviar resposta",
    () => void cache.invalidateQueries({ queryKey: requestKeys.all }),
    {
      mutationFn: async ({ key, ...reply }) => {
        refuseBareGreeting(reply.text, name);
        return body(
          api.POST("/api/privacy-requests/{id}/replies", {
            params: { path: { id }, header: { "Idempotency-Key": key, ...ifMatch(etag).header } },
            body: reply,
          }),
        );
      },
      onSuccess: async (_, { is_answer }) => {
        notify.success(
          "Resposta na fila de envio",
          is_answer ? "O pedido foi concluído." : "O pedido fica em andamento.",
        );
        onSent();
        // If this fails, the next save finds the new version.
        await cache.query({ ...requestRecord(id), staleTime: 0 }).then(onReplied, () => undefined);
      },
    },
  );
}
