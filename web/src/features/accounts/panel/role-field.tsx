import { type ComponentProps, useId } from "react";

import { Select } from "@/panel/controls/select";
import { ROLE_TEXTS, ROLES } from "./role";

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
      <Select id={id} aria-describedby={`${id}-hint`} {...select}>
        {[...ROLES].reverse().map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <div id={`${id}-hint`} className="text-muted grid gap-1 text-xs">
        {hint && <p>{hint}</p>}
        <ul className="grid gap-0.5">
          {ROLES.map(({ value, label }) => (
            <li key={value}>
              <b className="font-medium">{label}:</b> {ROLE_TEXTS[value]}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
