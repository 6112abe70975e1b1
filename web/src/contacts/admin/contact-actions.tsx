import { ArchiveRestore, Reply, Trash2 } from "lucide-react";

import type { Contact } from "../../api/types";
import { Button } from "../../ui/panel/button";
import { useDeleteContact, useRestoreContact } from "./contact-changes";
import { mailLink } from "./contact-links";

export function ContactActions({ contact, onDone }: { contact: Contact; onDone: () => void }) {
  const remove = useDeleteContact();
  const restore = useRestoreContact();
  return (
    <div className="border-line flex flex-wrap justify-between gap-2 border-t px-5 py-3 sm:px-6">
      {contact.deleted_at ? (
        <Button
          className="ml-auto"
          variant="primary"
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
            onClick={() => {
              remove.mutate(contact);
              onDone();
            }}
          >
            <Trash2 aria-hidden />
            Excluir
          </Button>
          <Button asChild variant="primary">
            <a href={mailLink(contact.email)}>
              <Reply aria-hidden />
              Responder por e-mail
            </a>
          </Button>
        </>
      )}
    </div>
  );
}
