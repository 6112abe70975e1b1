/** The delivery state of a contact's newest reply, while the mail server hasn't accepted it. */
import { Hourglass, MailX } from "lucide-react";

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

/** The delivery state in the contact's dialog. `isWaiting` is whether the sender still waits for a reply. */
export function DeliveryNotice({ delivery, isWaiting }: { delivery: Delivery; isWaiting: boolean }) {
  return delivery === "failed" ? (
    <p className="bg-danger-soft text-danger mt-4 flex gap-2 rounded-lg px-4 py-3 text-sm">
      <MailX className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        <strong className="font-semibold">Não entregue.</strong> A resposta por e-mail não chegou
        {isWaiting && ", e a pessoa continua esperando"}. O motivo está na linha do tempo; confira o endereço
        e responda de novo, ou ligue.
      </span>
    </p>
  ) : (
    <p className="bg-warning-soft text-warning mt-4 flex gap-2 rounded-lg px-4 py-3 text-sm">
      <Hourglass className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        <strong className="font-semibold">Resposta na fila.</strong> O contato fica como Respondido quando o
        servidor de e-mail a aceitar.{isWaiting && " Até lá, o prazo continua correndo."}
      </span>
    </p>
  );
}
