/** The roles of users, and the field that chooses one. */
import { type ComponentProps, useId } from "react";
import { z } from "zod";

import { ROLE_LABELS } from "@/api/labels";
import type { Role } from "@/api/types";
import type { Tone } from "@/panel/controls/badge";
import { IN_FORM, Select } from "@/panel/controls/select";

/** The roles, from the most to the fewest rights. */
export const ROLES: readonly { value: Role; label: string; tone: Tone; rights: string }[] = [
  {
    value: "admin",
    label: ROLE_LABELS.admin,
    tone: "danger",
    rights: "tudo, inclusive usuários e configurações.",
  },
  {
    value: "editor",
    label: ROLE_LABELS.editor,
    tone: "info",
    rights: "o trabalho de Atendimento e de Redação, e as inscrições na newsletter.",
  },
  {
    value: "support",
    label: ROLE_LABELS.support,
    tone: "info",
    rights: "só os contatos e as visitas ao site.",
  },
  {
    value: "writer",
    label: ROLE_LABELS.writer,
    tone: "info",
    rights: "só o conteúdo do site, as edições da newsletter e as visitas.",
  },
  {
    value: "user",
    label: ROLE_LABELS.user,
    tone: "neutral",
    rights: "só a própria conta no site; não entra no painel.",
  },
];

export const roleSchema = z.enum(ROLES.map(({ value }) => value));

interface RoleFieldProps extends ComponentProps<"select"> {
  hint?: string | undefined;
}

export function RoleField({ hint, ...select }: RoleFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        Perfil
      </label>
      <Select id={id} className={IN_FORM} aria-describedby={`${id}-hint`} {...select}>
        {[...ROLES].reverse().map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <div id={`${id}-hint`} className="text-muted grid gap-1 text-xs">
        {hint && <p>{hint}</p>}
        <ul className="grid gap-0.5">
          {ROLES.map(({ value, label, rights }) => (
            <li key={value}>
              <b className="font-medium">{label}:</b> {rights}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
