import { Mail, Phone } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";

import type { Contact } from "@/api/types";
import { Badge } from "@/panel/controls/badge";
import { CopyButton } from "@/panel/controls/copy-button";
import { ModalTitle } from "@/panel/dialog/modal";
import { formatDateTime } from "@/panel/format";
import { Skeleton } from "@/panel/feedback/skeleton";
import { ContactActions } from "./contact-actions";
import { ContactNotice } from "./contact-notice";
import { mailLink, phoneLink } from "./contact-links";
import { DeliveryNotice } from "./delivery-state";
import { splitMessage } from "./message";
import { PromiseBadge } from "./promise-badge";
import { ReplyForm } from "./reply-form";
import { hasDraft } from "./reply-draft";
import { AssigneeSelect, StatusSelect } from "./contact-fields";
import { ContactTimeline } from "./timeline";

interface ContactDetailsProps {
  contact: Contact;
  /** It left the list that it was opened from. */
  onDone: () => void;
}

export function ContactDetails({ contact, onDone }: ContactDetailsProps) {
  const { service, text } = splitMessage(contact.message);
  // An answer that was begun is gone on with.
  const [isReplying, setReplying] = useState(() => hasDraft(contact.id));
  const replyButton = useRef<HTMLButtonElement>(null);
  const isAnswering = isReplying && !contact.deleted_at;
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const givesFocusBack = useRef(false);
  const stopReplying = () => {
    givesFocusBack.current = true;
    setReplying(false);
  };
  useEffect(() => {
    if (isReplying || !givesFocusBack.current) return;
    givesFocusBack.current = false;
    replyButton.current?.focus();
  }, [isReplying]);
  return (
    <>
      <div className="min-h-0 overflow-y-auto px-5 py-5 sm:px-6">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <ModalTitle className="text-xl font-semibold tracking-tight wrap-break-word">
              {contact.name}
            </ModalTitle>
            <p className="text-muted text-sm wrap-break-word">{contact.company}</p>
          </div>
          {!contact.deleted_at && (
            <div className="flex flex-wrap gap-x-4 gap-y-2">
              <AssigneeSelect contact={contact} />
              <StatusSelect contact={contact} />
            </div>
          )}
        </div>
        {contact.promise && <PromiseBadge promise={contact.promise} />}
        {contact.delivery && (
          <DeliveryNotice delivery={contact.delivery} isWaiting={contact.promise !== null} />
        )}
        <ContactNotice contact={contact} onDone={onDone} />
        <dl className="mt-5 grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <Fact label="E-mail">
            <FactLink href={mailLink(contact.email)} icon={<Mail aria-hidden />}>
              {contact.email}
            </FactLink>
            <CopyButton text={contact.email} label="Copiar e-mail" />
          </Fact>
          <Fact label="Telefone">
            <FactLink href={phoneLink(contact.phone)} icon={<Phone aria-hidden />}>
              {contact.phone}
            </FactLink>
            <CopyButton text={contact.phone} label="Copiar telefone" />
          </Fact>
          <Fact label="Serviço de interesse">
            {service ? <Badge>{service}</Badge> : <span className="text-muted">Não informado</span>}
          </Fact>
          <Fact label="Recebido em">
            <time dateTime={contact.created_at}>{formatDateTime(contact.created_at)}</time>
          </Fact>
        </dl>
        <h3 className="text-muted mt-5 mb-1.5 text-xs font-medium">Mensagem</h3>
        <p className="bg-sunken rounded-lg p-4 text-sm leading-6 wrap-break-word whitespace-pre-wrap">
          {text}
        </p>
        {isAnswering && <ReplyForm contact={contact} foot={foot} onClose={stopReplying} />}
        <ContactTimeline contact={contact} />
      </div>
      {isAnswering ? (
        // The reply form renders its buttons in the dialog's footer.
        <div ref={setFoot} className="border-line border-t px-5 py-3 sm:px-6" />
      ) : (
        <ContactActions
          contact={contact}
          replyButton={replyButton}
          onReply={() => setReplying(true)}
          onDone={onDone}
        />
      )}
    </>
  );
}

/** The same frame while nothing of the contact is known yet. */
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

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs font-medium">{label}</dt>
      <dd className="flex min-h-8 items-center gap-1 text-sm">{children}</dd>
    </div>
  );
}

function FactLink({ href, icon, children }: { href: string; icon: ReactNode; children: string }) {
  return (
    <a
      href={href}
      className="decoration-control hover:decoration-ink [&_svg]:text-muted flex min-w-0 items-center gap-2 rounded-sm underline underline-offset-4 [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {icon}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </a>
  );
}
