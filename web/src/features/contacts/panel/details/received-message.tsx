/** Mail of a customer in the timeline: badges, text, folded quotation and attachments. */
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";

import { api, body } from "@/api/client";
import type { TimelineEntry } from "@/api/types";
import { download } from "@/lib/download";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { formatBytes } from "@/panel/format";
import { notifyFailure } from "@/panel/notify-failure";

export type MessageEntry = Extract<TimelineEntry, { kind: "message" }>;
type Attachment = MessageEntry["attachments"][number];

const TOO_LARGE = "A mensagem é grande demais e não foi lida. Ela está na caixa de e-mail.";

export function ReceivedMessage({ entry }: { entry: MessageEntry }) {
  const { subject, text, quotation, is_too_large, omitted_attachments } = entry;
  return (
    <>
      <Badges entry={entry} />
      <div className="bg-sunken grid gap-2 rounded-lg px-3 py-2 leading-6 wrap-break-word">
        {subject && <strong className="font-medium">{subject}</strong>}
        {is_too_large ? (
          <p className="text-warning">{TOO_LARGE}</p>
        ) : (
          <p className="whitespace-pre-wrap">{text || <span className="text-muted">Sem texto</span>}</p>
        )}
        {quotation && (
          <details>
            <summary className="text-muted cursor-pointer text-xs">Mensagem anterior</summary>
            <p className="text-muted mt-2 whitespace-pre-wrap">{quotation}</p>
          </details>
        )}
      </div>
      {entry.attachments.length > 0 && (
        <ul aria-label="Anexos" className="flex flex-wrap gap-2">
          {entry.attachments.map((attachment) => (
            <li key={attachment.id} className="max-w-full min-w-0">
              <AttachmentButton contact_id={entry.contact_id} attachment={attachment} />
            </li>
          ))}
        </ul>
      )}
      {omitted_attachments > 0 && (
        <p className="text-muted text-xs">
          {omitted_attachments === 1
            ? "Um anexo não foi guardado"
            : `${omitted_attachments} anexos não foram guardados`}
          , pelo tipo ou pela quantidade. Veja na caixa de e-mail.
        </p>
      )}
    </>
  );
}

/** The address of the sender, and whether it is certain who and what sent the mail. */
function Badges({ entry: { sender_email, is_confirmed, is_automatic } }: { entry: MessageEntry }) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span className="text-muted min-w-0 text-xs wrap-anywhere">{sender_email}</span>
      {!is_confirmed && <Badge tone="warning">Remetente não confirmado</Badge>}
      {is_automatic && <Badge>Resposta automática</Badge>}
    </p>
  );
}

function AttachmentButton({ contact_id, attachment }: { contact_id: string; attachment: Attachment }) {
  const { id: attachment_id, name, bytes } = attachment;
  const save = useMutation({
    mutationFn: async () => {
      const path = { id: contact_id, attachment_id };
      const call = api.GET("/api/contacts/{id}/attachments/{attachment_id}", {
        params: { path },
        parseAs: "blob",
      });
      download(await body(call), name);
    },
    onError: (error) => notifyFailure("Erro ao baixar o anexo", error),
  });
  return (
    <Button size="sm" className="max-w-full" busy={save.isPending} onClick={() => save.mutate()}>
      <Download aria-hidden />
      <span className="truncate">{name}</span>
      <span className="text-muted shrink-0 font-normal">{formatBytes(bytes)}</span>
    </Button>
  );
}
