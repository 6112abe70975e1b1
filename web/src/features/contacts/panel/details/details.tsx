/** What the dialog shows about a contact: notices, facts, message, reply form, timeline and buttons. */
import { Mail, Phone, ShieldAlert, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";

import type { Contact } from "@/api/types";
import { splitMessage } from "@/features/contacts/core/message";
import { useRelease } from "@/features/contacts/panel/changes";
import { DeliveryNotice } from "@/features/contacts/panel/delivery";
import { PromiseBadge } from "@/features/contacts/panel/promise";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { CopyButton } from "@/panel/controls/copy-button";
import { ModalTitle } from "@/panel/dialog/modal";
import { Skeleton } from "@/panel/feedback/skeleton";
import { formatDateTime } from "@/panel/format";
import { ContactActions } from "./actions";
import { ConsentText } from "./consent-text";
import { AssigneeSelect, StatusSelect } from "./fields";
import { mailLink, phoneLink } from "./links";
import { hasReplyDraft } from "./reply-draft";
import { ReplyForm } from "./reply-form";
import { ContactTimeline } from "./timeline";

interface ContactDetailsProps {
  contact: Contact;
  /** Called when the contact leaves the list from which it was opened. */
  onDone: () => void;
}

export function ContactDetails({ contact, onDone }: ContactDetailsProps) {
  const { isReplying, replyButton, reply, stopReplying } = useReplying(contact);
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  return (
    <>
      <div className="min-h-0 overflow-y-auto px-5 py-5 sm:px-6">
        <Header contact={contact} />
        {contact.promise && <PromiseBadge promise={contact.promise} />}
        {contact.delivery && (
          <DeliveryNotice delivery={contact.delivery} isWaiting={contact.promise !== null} />
        )}
        <FolderNotice contact={contact} onDone={onDone} />
        <Facts contact={contact} />
        <h3 className="text-muted mt-5 mb-1.5 text-xs font-medium">Mensagem</h3>
        <p className="bg-sunken rounded-lg p-4 text-sm leading-6 wrap-break-word whitespace-pre-wrap">
          {splitMessage(contact.message).text}
        </p>
        {isReplying && <ReplyForm contact={contact} footer={footer} onClose={stopReplying} />}
        <ContactTimeline contact={contact} />
      </div>
      {isReplying ? (
        // The reply form renders its buttons in the dialog's footer.
        <div ref={setFooter} className="border-line border-t px-5 py-3 sm:px-6" />
      ) : (
        <ContactActions contact={contact} replyButton={replyButton} onReply={reply} onDone={onDone} />
      )}
    </>
  );
}

/** The state of the reply form. The form is open from the start if the browser has a draft of a reply. */
function useReplying({ id, email, deleted_at }: Contact) {
  const [isOpen, setOpen] = useState(() => hasReplyDraft(id));
  const replyButton = useRef<HTMLButtonElement>(null);
  const restoresFocus = useRef(false);
  useEffect(() => {
    if (isOpen || !restoresFocus.current) return;
    restoresFocus.current = false;
    replyButton.current?.focus();
  }, [isOpen]);
  const stopReplying = () => {
    restoresFocus.current = true;
    setOpen(false);
  };
  // Without an address, the sender's data was erased.
  const isReplying = isOpen && !deleted_at && email !== "";
  return { isReplying, replyButton, reply: () => setOpen(true), stopReplying };
}

function Header({ contact }: { contact: Contact }) {
  return (
    <div className="grid gap-3">
      <div>
        <ModalTitle className="text-xl font-semibold tracking-tight wrap-break-word">
          {contact.name}
        </ModalTitle>
        <p className="text-muted text-sm wrap-break-word">{contact.company}</p>
      </div>
      {!contact.deleted_at && (
        <div className="flex flex-wrap gap-x-4 gap-y-2 max-sm:grid max-sm:grid-cols-2">
          <AssigneeSelect contact={contact} />
          <StatusSelect contact={contact} />
        </div>
      )}
    </div>
  );
}

/** Explains why a contact isn't in the inbox. */
function FolderNotice({ contact, onDone }: { contact: Contact; onDone: () => void }) {
  const release = useRelease();
  if (contact.deleted_at) {
    return (
      <p className="bg-sunken text-muted mt-4 flex items-center gap-2 rounded-lg px-4 py-3 text-sm">
        <Trash2 className="size-4 shrink-0" aria-hidden />
        Na lixeira desde {formatDateTime(contact.deleted_at)}. Some de vez depois de 30 dias.
      </p>
    );
  }
  if (!contact.quarantined) return null;
  return (
    <div className="bg-warning-soft mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg px-4 py-3 text-sm">
      <p className="text-warning flex grow items-center gap-2">
        <ShieldAlert className="size-4 shrink-0" aria-hidden />
        Este envio parece automático.
      </p>
      <Button
        size="sm"
        once
        onClick={() => {
          release.mutate(contact);
          onDone();
        }}
      >
        Não é spam
      </Button>
    </div>
  );
}

function Facts({ contact }: { contact: Contact }) {
  const { email, phone, message, created_at, consent_id } = contact;
  const { service } = splitMessage(message);
  return (
    <dl className="mt-5 grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <Address label="E-mail" text={email} link={mailLink} icon={<Mail aria-hidden />} copy="Copiar e-mail" />
      <Address
        label="Telefone"
        text={phone}
        link={phoneLink}
        icon={<Phone aria-hidden />}
        copy="Copiar telefone"
      />
      <Fact label="Serviço de interesse">
        {service ? <Badge>{service}</Badge> : <span className="text-muted">Não informado</span>}
      </Fact>
      <Fact label="Recebido em">
        <time dateTime={created_at}>{formatDateTime(created_at)}</time>
      </Fact>
      <SourceFact contact={contact} />
      <Fact label="Aviso de privacidade no envio">
        <ConsentText id={consent_id} />
      </Fact>
    </dl>
  );
}

/** The source of the sender's visit. It is unknown without JavaScript or if the browser asks not to be tracked. */
function SourceFact({ contact }: { contact: Contact }) {
  const { source_page, source_referrer, utm_source, utm_medium, utm_campaign } = contact;
  const campaign = [utm_source, utm_medium, utm_campaign].filter(Boolean).join(" / ");
  return (
    <Fact label="Origem">
      {source_page ? (
        <p className="min-w-0 wrap-anywhere">
          {[source_referrer ?? "Acesso direto", campaign].filter(Boolean).join(" · ")}
          <span className="text-muted block text-xs">Visita iniciada em {source_page}</span>
        </p>
      ) : (
        <span className="text-muted">Desconhecida</span>
      )}
    </Fact>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs font-medium">{label}</dt>
      <dd className="flex min-h-8 items-center gap-1 text-sm">{children}</dd>
    </div>
  );
}

interface AddressProps {
  label: string;
  /** Empty after the sender's data was erased. */
  text: string;
  /** Returns the link that opens the address. */
  link: (text: string) => string;
  icon: ReactNode;
  /** Label of the button that copies the address. */
  copy: string;
}

function Address({ label, text, link, icon, copy }: AddressProps) {
  if (text === "") {
    return (
      <Fact label={label}>
        <span className="text-muted">Dados apagados</span>
      </Fact>
    );
  }
  return (
    <Fact label={label}>
      <a
        href={link(text)}
        className="decoration-control hover:decoration-ink [&_svg]:text-muted flex min-w-0 items-center gap-2 rounded-sm underline underline-offset-4 [&_svg]:size-4 [&_svg]:shrink-0"
      >
        {icon}
        <span className="min-w-0 wrap-anywhere">{text}</span>
      </a>
      <CopyButton text={text} label={copy} />
    </Fact>
  );
}

/** Shown while the contact loads. */
export function ContactDetailsPlaceholder() {
  return (
    <div className="grid gap-4 p-6" role="status">
      <ModalTitle className="sr-only">Contato</ModalTitle>
      <span className="sr-only">Carregando contato…</span>
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="w-1/3" />
      <Skeleton className="mt-4 w-3/4" />
      <Skeleton className="w-2/3" />
      <Skeleton className="mt-4 h-32 rounded-lg" />
    </div>
  );
}
