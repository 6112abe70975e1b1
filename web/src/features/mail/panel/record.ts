/** Labels for the kinds and states of messages. */
import { MAIL_KIND_LABELS } from "@/api/labels";
import type { MailState, OutboxMessage } from "@/api/types";
import type { Tone } from "@/panel/controls/badge";

export function describeKind(kind: string): string {
  return MAIL_KIND_LABELS[kind] ?? "E-mail do sistema";
}

/** Returns the email address of the contact that a message is about; null if it isn't about a contact. */
export function personOf({
  kind,
  to_email,
  reply_to,
}: Pick<OutboxMessage, "kind" | "to_email" | "reply_to">): string | null {
  if (kind === "contact_notice") return reply_to;
  return kind === "contact_receipt" || kind === "contact_reply" ? to_email : null;
}

/** States of a message, in the order of the list's tabs. */
export const STATES: readonly { value: MailState; label: string }[] = [
  { value: "queued", label: "Na fila" },
  { value: "sent", label: "Enviados" },
  { value: "failed", label: "Não enviados" },
];

/** Returns the badge of a message; for a queued one, it says why. `configured` is whether a mail server is configured. */
export function describeState(
  { state, attempts, is_withheld }: Pick<OutboxMessage, "state" | "attempts" | "is_withheld">,
  configured: boolean,
): { label: string; tone: Tone } {
  if (state === "sent") return { label: "Enviado", tone: "success" };
  if (state === "failed") return { label: "Não enviado", tone: "danger" };
  if (is_withheld) return { label: "Retido", tone: "danger" };
  if (!configured) return { label: "Aguardando configuração", tone: "warning" };
  return attempts > 0 ? { label: "Nova tentativa", tone: "warning" } : { label: "Na fila", tone: "info" };
}
