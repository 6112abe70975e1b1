/** The buttons of the contact's dialog: delete, erase the person, restore, WhatsApp, reply. */
import { ArchiveRestore, MessageCircle, Reply, Trash2, UserX } from "lucide-react";
import { type RefObject, useState } from "react";

import { readSession } from "@/api/session";
import type { Contact } from "@/api/types";
import { splitMessage } from "@/features/contacts/core/message";
import { useDeleteContact, useRestoreContact, useSetStatus } from "@/features/contacts/panel/changes";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { ErasePersonDialog } from "@/panel/dialog/erase-person-dialog";
import { useBrand } from "@/panel/page-title";
import { greeting, whatsappLink } from "./links";

interface ContactActionsProps {
  contact: Contact;
  /** Receives the focus after a reply is sent or discarded. */
  replyButton: RefObject<HTMLButtonElement | null>;
  onReply: () => void;
  onDone: () => void;
}

export function ContactActions({ contact, replyButton, onReply, onDone }: ContactActionsProps) {
  const remove = useDeleteContact();
  const restore = useRestoreContact();
  return (
    <div className="border-line flex flex-wrap justify-between gap-y-2 border-t px-5 py-3 sm:px-6">
      <span className="-mx-3 flex grow flex-wrap justify-between sm:justify-start">
        {!contact.deleted_at && (
          <Button
            variant="danger"
            once
            onClick={() => {
              remove.mutate(contact);
              onDone();
            }}
          >
            <Trash2 aria-hidden />
            Excluir
          </Button>
        )}
        <ErasePerson email={contact.email} onDone={onDone} />
      </span>
      <span className="flex grow flex-wrap justify-end gap-2 *:grow sm:ml-auto sm:grow-0 sm:*:grow-0">
        {contact.deleted_at ? (
          <Button
            variant="primary"
            once
            onClick={() => {
              restore.mutate(contact);
              onDone();
            }}
          >
            <ArchiveRestore aria-hidden />
            Restaurar
          </Button>
        ) : (
          <>
            <WhatsappLink contact={contact} />
            {contact.email && (
              <Button ref={replyButton} variant="primary" onClick={onReply}>
                <Reply aria-hidden />
                Responder por e-mail
              </Button>
            )}
          </>
        )}
      </span>
    </div>
  );
}

/** Opens WhatsApp with a prefilled message. The panel can't know whether it is sent, so it asks the user to set the status. */
function WhatsappLink({ contact: { id, name, phone, message, status } }: { contact: Contact }) {
  const company = useBrand();
  const { mutate } = useSetStatus();
  const ask = () =>
    notify.success("Conversa aberta no WhatsApp", "Depois de enviar, marque como respondido.", {
      label: "Marcar",
      run: () => mutate({ id, status: "replied" }),
    });
  const link = whatsappLink(phone, greeting(name, company, splitMessage(message).service));
  if (!link) return null;
  return (
    <Button asChild>
      <a href={link} target="_blank" rel="noreferrer" onClick={() => status !== "replied" && ask()}>
        <MessageCircle aria-hidden />
        WhatsApp
      </a>
    </Button>
  );
}

/** For administrators: erases all data of the contact's sender. */
function ErasePerson({ email, onDone }: { email: string; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  // After an erasure the contact has no email address, but the dialog still shows the certificate.
  if (!isAsking && (email === "" || readSession()?.user.role !== "admin")) return null;
  return (
    <>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        <UserX aria-hidden />
        Apagar dados da pessoa
      </Button>
      {isAsking && <ErasePersonDialog email={email} onErased={onDone} onClose={() => setAsking(false)} />}
    </>
  );
}
