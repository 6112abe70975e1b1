import { ROLE_LABELS } from "@/api/labels";
import type { Role } from "@/api/types";
import type { Tone } from "@/panel/controls/badge";

/** The roles, from the most to the fewest rights. */
export const ROLES: readonly { value: Role; label: string; tone: Tone }[] = [
  { value: "admin", label: ROLE_LABELS.admin, tone: "danger" },
  { value: "editor", label: ROLE_LABELS.editor, tone: "info" },
  { value: "user", label: ROLE_LABELS.user, tone: "neutral" },
];

/** Rights of each role, as shown beside the role field. */
export const ROLE_TEXTS: Readonly<Record<Role, string>> = {
  admin: "tudo, inclusive usuários e configurações.",
  editor: "contatos, serviços, blog, páginas, mídia, newsletter, menu e rodapé.",
  user: "só a própria conta no site; não entra no painel.",
};

export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role.value === value);
}

export function roleLabel(value: Role): string {
  return ROLE_LABELS[value];
}
