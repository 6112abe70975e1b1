import { type ComponentProps, useId } from "react";

import { Select } from "../../ui/panel/select";
import { ROLES } from "./role";

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
      <Select id={id} aria-describedby={hint && `${id}-hint`} {...select}>
        {[...ROLES].reverse().map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-xs">
          {hint}
        </p>
      )}
    </div>
  );
}
