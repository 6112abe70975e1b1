/** What staff do with a contact by phone: calling, and saying that they have talked to the person. */
import { Check, Phone } from "lucide-react";

import type { Contact } from "@/api/types";
import { focusContactName } from "@/features/contacts/panel/details/focus-name";
import { phoneLink } from "@/features/contacts/panel/details/links";
import { useOpenChange } from "@/features/contacts/panel/triage/bulk";
import { Button } from "@/panel/controls/button";

interface PhoneActionsProps {
  contact: Contact;
  /** Whether calling is the main action. */
  isPrimary?: boolean;
}

export function PhoneActions({ contact, isPrimary = false }: PhoneActionsProps) {
  const { phone, status } = contact;
  const { mutate } = useOpenChange();
  return (
    <>
      {(status === "new" || status === "read") && (
        <Button
          className="max-lg:h-11"
          icon={Check}
          title="Marcar como respondido"
          once
          onClick={() => {
            // The button disappears with the change.
            focusContactName();
            mutate({ contact, action: "status", status: "replied" });
          }}
        >
          Já falei com a pessoa
        </Button>
      )}
      <Button asChild variant={isPrimary ? "primary" : "secondary"} className="max-lg:h-11">
        <a href={phoneLink(phone)} data-call>
          <Phone aria-hidden />
          Ligar
        </a>
      </Button>
    </>
  );
}
