import { ArchiveRestore, MessageCircle, Reply, Trash2 } from "lucide-react";
import type { RefObject } from "react";

import type { Contact } from "../../api/types";
import { Button } from "../../ui/panel/button";
import { notify } from "../../kit/notify";
import { useBrand } from "../../ui/panel/page-title";
import { useDeleteContact, useRestoreContact, useSetStatus } from "./contact-changes";
import { opening, whatsappLink } from "./contact-links";
import { ErasePerson } from "./erase-person";
import { splitMessage } from "./message";

interface ContactActionsProps {
  contact: Contact;
  /** Has the focus again once an answer is sent or given up. */
  replyButton: RefObject<HTMLButtonElement | null>;
  onReply: () => void;
  onDone: () => void;
}

export function ContactActions({ contact, replyButton, onReply, onDone }: ContactActionsProps) {
  const remove = useDeleteContact();
  const restore = useRestoreContact();
  return (
    <div className="border-line flex flex-wrap justify-between gap-2 border-t px-5 py-3 sm:px-6">
      {contact.deleted_at ? (
        <Button
          className="order-last ml-auto"
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
          <span className="flex flex-wrap gap-2">
            <WhatsappLink contact={contact} />
            {contact.email && (
              <Button ref={replyButton} variant="primary" onClick={onReply}>
                <Reply aria-hidden />
                Responder por e-mail
              </Button>
            )}
          </span>
        </>
      )}
      <ErasePerson email={contact.email} onDone={onDone} />
    </div>
  );
}

/** Opens the conversation with its first words. Whether they are sent, only the person who sends them knows. */
function WhatsappLink({ contact: { id, name, phone, message, status } }: { contact: Contact }) {
  const company = useBrand();
  const { mutate } = useSetStatus();
  const ask = () =>
    notify.success("Conversa aberta no WhatsApp", "Depois de enviar, marque como respondido.", {
      label: "Marcar",
      run: () => mutate({ id, status: "replied" }),
    });
  const link = whatsappLink(phone, opening(name, company, splitMessage(message).service));
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
