import type { MailState, OutboxMessage } from "@/api/types";
import type { Tone } from "@/panel/controls/badge";

/** Every state by which the list can be narrowed. */
export const STATES: readonly { value: MailState; label: string }[] = [
  { value: "queued", label: "Na fila" },
  { value: "sent", label: "Enviados" },
  { value: "failed", label: "Não enviados" },
];

export function isState(value: string | null): value is MailState {
  return STATES.some((state) => state.value === value);
}

/** What the badge of a message says: in the queue it also matters why it is still there. */
export function describeState(
  { state, attempts }: Pick<OutboxMessage, "state" | "attempts">,
  configured: boolean,
): { label: string; tone: Tone } {
  if (state === "sent") return { label: "Enviado", tone: "success" };
  if (state === "failed") return { label: "Não enviado", tone: "danger" };
  if (!configured) return { label: "Aguardando configuração", tone: "warning" };
  return attempts > 0 ? { label: "Nova tentativa", tone: "warning" } : { label: "Na fila", tone: "info" };
}
