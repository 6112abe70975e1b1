import { type ComponentProps, useId } from "react";

import { Select } from "@/panel/controls/select";

interface SelectFieldProps extends ComponentProps<"select"> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A labeled select with a hint and an error, which screen readers announce with it. */
export function SelectField({ label, hint, error, ...select }: SelectFieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <Select
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        {...select}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-xs">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
