/** The delivery state of a contact's newest reply, while the mail server hasn't accepted it. */
import { MailX } from "lucide-react";

import type { Contact } from "@/api/types";

type Delivery = NonNullable<Contact["delivery"]>;

/** The delivery state in a row of the list. */
export function DeliveryLine({ delivery }: { delivery: Delivery }) {
  return delivery === "failed" ? (
    <span className="text-danger block truncate text-xs font-semibold">Não entregue</span>
  ) : (
    <span className="text-warning block truncate text-xs font-medium">Resposta na fila</span>
  );
}

/** Says of an open contact that its reply was not delivered. `isWaiting` is whether the sender still waits for a reply. */
export function FailureNotice({ isWaiting }: { isWaiting: boolean }) {
  return (
    <p className="bg-danger-soft text-danger flex gap-2 rounded-lg px-3 py-1.5 text-sm">
      <MailX className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        <strong className="font-semibold">Não entregue.</strong>{" "}
        {isWaiting ? "A pessoa continua esperando." : "A resposta não chegou."} O motivo está na mensagem,
        abaixo.
      </span>
    </p>
  );
}
