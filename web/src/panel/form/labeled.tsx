import type { ReactNode } from "react";

export interface LabelProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A control below its label and above its hint and error. The control has `describedProps`. */
export function Labeled({
  id,
  label,
  hint,
  error,
  children,
}: LabelProps & { id: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children}
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

/** Returns the attributes with which screen readers announce hint and error. */
export function describedProps(id: string, { hint, error }: Omit<LabelProps, "label">) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described || undefined,
  };
}
