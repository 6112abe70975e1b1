/** What each kind of mail is about. One without words here still has its subject. */
const KINDS: Readonly<Record<string, string>> = {
  contact_notice: "Aviso de novo contato",
  contact_receipt: "Confirmação ao visitante",
  newsletter_confirmation: "Confirmação da newsletter",
  email_verification: "Verificação de e-mail",
  password_reset: "Redefinição de senha",
  passkey_added: "Chave de acesso cadastrada",
  passkey_removed: "Chave de acesso removida",
  invitation: "Convite para a equipe",
};

export function describeKind(kind: string): string {
  return KINDS[kind] ?? "E-mail do sistema";
}
