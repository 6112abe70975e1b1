import { ShieldAlert, Trash2 } from "lucide-react";

import type { Contact } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { formatDateTime } from "@/panel/format";
import { useRelease } from "./contact-changes";

/** Says why a contact isn't among the others. */
export function ContactNotice({ contact, onDone }: { contact: Contact; onDone: () => void }) {
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
