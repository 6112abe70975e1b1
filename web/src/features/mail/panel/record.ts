/** Labels for the kinds and states of messages. */
import type { MailState, OutboxMessage } from "@/api/types";
import type { Tone } from "@/panel/controls/badge";

/** Labels of messages, by kind. */
const KINDS: Readonly<Record<string, string>> = {
  contact_notice: "Aviso de novo contato",
  contact_receipt: "Confirmação ao visitante",
  contact_reply: "Resposta a um contato",
  suspected_contacts: "Resumo dos contatos suspeitos",
  newsletter_edition: "Edição da newsletter",
  newsletter_test: "Teste de uma edição da newsletter",
  newsletter_confirmation: "Confirmação da newsletter",
  newsletter_invitation: "Convite da newsletter",
  privacy_request_confirmation: "Confirmação de pedido de privacidade",
  privacy_request_receipt: "Protocolo de pedido de privacidade",
  privacy_request_notice: "Aviso de pedido de privacidade",
  privacy_request_reply: "Resposta a um pedido de privacidade",
  privacy_requests: "Resumo dos pedidos de privacidade",
  invitation: "Convite para a equipe",
  email_verification: "Verificação de e-mail",
  email_changed: "Aviso de e-mail alterado",
  email_in_use: "Aviso de e-mail já em uso",
  password_reset: "Redefinição de senha",
  password_changed: "Aviso de senha alterada",
  role_changed: "Aviso de perfil alterado",
  second_factor_added: "Segundo fator ativado",
  second_factor_removed: "Segundo fator desativado",
  recovery_codes_replaced: "Novos códigos de recuperação",
  recovery_code_used: "Código de recuperação usado",
  passkey_added: "Chave de acesso cadastrada",
  passkey_removed: "Chave de acesso removida",
};

export function describeKind(kind: string): string {
  return KINDS[kind] ?? "E-mail do sistema";
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
  { state, attempts }: Pick<OutboxMessage, "state" | "attempts">,
  configured: boolean,
): { label: string; tone: Tone } {
  if (state === "sent") return { label: "Enviado", tone: "success" };
  if (state === "failed") return { label: "Não enviado", tone: "danger" };
  if (!configured) return { label: "Aguardando configuração", tone: "warning" };
  return attempts > 0 ? { label: "Nova tentativa", tone: "warning" } : { label: "Na fila", tone: "info" };
}
