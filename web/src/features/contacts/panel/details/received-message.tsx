/** Mail of a customer in the timeline: badges, text, folded quotation and attachments. */
import { useQuery } from "@tanstack/react-query";

import type { Contact, TimelineEntry } from "@/api/types";
import { useSetEmail } from "@/features/contacts/panel/changes";
import { contactTimeline } from "@/features/contacts/panel/queries";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { ContactFiles } from "./contact-files";

export type MessageEntry = Extract<TimelineEntry, { kind: "message" }>;

const TOO_LARGE = "A mensagem é grande demais ou ilegível e não foi lida. Ela está na caixa de e-mail.";

interface ReceivedMessageProps {
  entry: MessageEntry;
  /** The open contact, whose address gets the replies. */
  contact: Contact;
}

export function ReceivedMessage({ entry, contact }: ReceivedMessageProps) {
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
      <OtherAddress entry={entry} contact={contact} />
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

/** Says that replies go to another address than that of the newest mail, with a button that changes it. */
function OtherAddress({ entry, contact }: ReceivedMessageProps) {
  const { data } = useQuery(contactTimeline(contact.id));
  const setEmail = useSetEmail(contact);
  const newest = data?.entries.find(({ kind }) => kind === "message");
  const { sender_email, is_automatic, is_confirmed } = entry;
  const isSame = sender_email.toLowerCase() === contact.email.toLowerCase();
  const isNewest = newest?.kind === "message" && newest.id === entry.id;
  if (!isNewest || isSame || is_automatic || contact.email === "" || contact.deleted_at) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="text-warning text-xs wrap-anywhere">A sua resposta vai para {contact.email}.</p>
      {/* Anyone can write from an address that isn't confirmed. */}
      {is_confirmed && (
        <Button size="sm" once busy={setEmail.isPending} onClick={() => setEmail.mutate(sender_email)}>
          Responder a este endereço
        </Button>
      )}
    </div>
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
