/** The steps of the setup wizard, in order. */
import type { FieldPath } from "react-hook-form";

import type { SetupValues } from "./setup-values";

interface WizardStep {
  id: "company" | "contact" | "look" | "content" | "administrator";
  label: string;
  title: string;
  lead: string;
  /** Fields that must be valid before the next step. */
  fields: readonly FieldPath<SetupValues>[];
}

export const STEPS: readonly WizardStep[] = [
  {
    id: "company",
    label: "Empresa",
    title: "Quem é a sua empresa?",
    lead: "O nome vai para o cabeçalho, o rodapé e as mensagens. Tudo pode ficar em branco e ser preenchido depois, no painel.",
    fields: ["company.name", "company.full_name", "company.founded", "company.location"],
  },
  {
    id: "contact",
    label: "Contato",
    title: "Como os clientes falam com você?",
    lead: "Estes dados aparecem em todas as páginas. Os pedidos de orçamento chegam ao e-mail que você informar aqui.",
    fields: [
      "contact.phone",
      "contact.whatsapp",
      "contact.email",
      "contact.address",
      "contact.business_hours",
    ],
  },
  {
    id: "look",
    label: "Aparência",
    title: "Qual é a sua marca?",
    lead: "A logo fica no cabeçalho do site, e a cor, em botões, links e destaques. Sem elas, ficam o símbolo e o verde que já vêm com o sistema.",
    fields: ["company.accent_color"],
  },
  {
    id: "content",
    label: "Conteúdo",
    title: "Com ou sem exemplos?",
    lead: "O site já vem com o conteúdo de uma empresa fictícia. Ele mostra como fica cada página e pode ser trocado aos poucos.",
    fields: ["demo"],
  },
  {
    id: "administrator",
    label: "Administrador",
    title: "Crie a conta de administrador",
    lead: "É com ela que você entra no painel. O link que trouxe você até aqui funciona uma única vez.",
    fields: ["full_name", "email", "password"],
  },
];

/** Returns the index of the step with a field; the last one for unknown fields. */
export function stepOf(field: string): number {
  const found = STEPS.findIndex(({ fields }) => fields.some((name) => name === field));
  return found === -1 ? STEPS.length - 1 : found;
}
