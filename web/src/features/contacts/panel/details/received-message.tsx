/** Mail of a customer in the timeline: badges, text, folded quotation and attachments. */
import type { TimelineEntry } from "@/api/types";
import { Badge } from "@/panel/controls/badge";
import { ContactFiles } from "./contact-files";

export type MessageEntry = Extract<TimelineEntry, { kind: "message" }>;

const TOO_LARGE = "A mensagem é grande demais ou ilegível e não foi lida. Ela está na caixa de e-mail.";

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
      <ContactFiles contact_id={entry.contact_id} files={entry.attachments} />
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
